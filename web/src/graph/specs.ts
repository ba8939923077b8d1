import type { Spacing } from "./layout.ts";

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
  /** Its label is left out: the drawing is too full for it. */
  quiet?: boolean;
}

/** Sizes of what is drawn, in pixels at full size. */
export const HEIGHT = 46;
const GAPS = { gap_x: 76, gap_y: 26 };
const CHARACTER = 7.6;
const PADDING = 28;
/** Longer names are cut. */
export const LONGEST = 30;

/** Nodes are as wide as the longest name asks for, within reason. */
export function spacing_for(nodes: readonly NodeSpec[]): Spacing {
  const longest = Math.max(12, ...nodes.map((node) => Math.max(node.label.length, (node.note?.length ?? 0) * 0.85)));
  return { width: Math.round(Math.min(LONGEST, longest) * CHARACTER + PADDING), height: HEIGHT, ...GAPS };
}
