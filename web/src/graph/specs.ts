import type { Spacing } from "./layout.ts";
import { text_width } from "./measure.ts";

export interface NodeSpec {
  id: string;
  label: string;
  note?: string;
  tone?: string;
}

export interface EdgeSpec {
  id: string;
  from: string;
  to: string;
  /** What it is, for people who hear or point at it. */
  title: string;
  label?: string;
  tone?: string;
  dashed?: boolean;
}

/** Sizes of what is drawn, in pixels at full size. */
export const HEIGHT = 46;
const GAPS = { gap_x: 76, gap_y: 26 };
/** Before and behind the text of a node; a handle needs some of it. */
export const PADDING = 14;
const NARROWEST = 100;
/** Longer names are cut. */
const WIDEST = 228;

/** Nodes are as wide as the longest name asks for, within reason. */
export function spacing_for(nodes: readonly NodeSpec[]): Spacing {
  const widths = nodes.map(({ label, note }) => Math.max(text_width(label, "600 13px"), text_width(note ?? "", "400 11px")));
  const text = Math.min(WIDEST, Math.max(NARROWEST, ...widths));
  return { width: Math.ceil(text) + 2 * PADDING, height: HEIGHT, ...GAPS };
}
