import { draw_in_layers } from "./layers.ts";
import { pack, parts_of } from "./packing.ts";

/** A directed graph, drawn in layers from left to right: what points comes before what it points at (after Sugiyama, Tagawa, Toda, 1981). */
export interface Arrow {
  from: string;
  to: string;
}

export interface Point {
  x: number;
  y: number;
}

export interface Spacing {
  width: number;
  height: number;
  gap_x: number;
  gap_y: number;
}

export interface Drawing {
  places: Map<string, Point>;
  /** What an arrow passes between the nodes of layers that it crosses, in its own direction: `arrow_key` says which. */
  bends: Map<string, Point[]>;
  width: number;
  height: number;
}

export const arrow_key = ({ from, to }: Arrow): string => `${from}\n${to}`;

/** Arrows between different known nodes, none twice. */
function plain(names: readonly string[], arrows: readonly Arrow[]): Arrow[] {
  const known = new Set(names);
  const kept = new Map<string, Arrow>();
  for (const arrow of arrows)
    if (arrow.from !== arrow.to && known.has(arrow.from) && known.has(arrow.to)) kept.set(arrow_key(arrow), arrow);
  return [...kept.values()];
}

/** Nodes that nothing connects, in rows. */
function draw_in_rows(names: readonly string[], spacing: Spacing, room: number): Drawing {
  const [step_x, step_y] = [spacing.width + spacing.gap_x / 2, spacing.height + spacing.gap_y];
  const fitting = Math.floor((room + spacing.gap_x / 2) / step_x);
  const columns = Math.max(1, Math.min(names.length, fitting, Math.ceil(Math.sqrt(names.length * 3))));
  const places = new Map(
    names.map((name, index): [string, Point] => [name, { x: (index % columns) * step_x, y: Math.floor(index / columns) * step_y }]),
  );
  const rows = Math.ceil(names.length / columns);
  return { places, bends: new Map(), width: columns * step_x - spacing.gap_x / 2, height: rows * step_y - spacing.gap_y };
}

/**
 * What hangs together is drawn by itself, the largest first, side by side as far as `room` reaches; what nothing connects stands in rows
 * below.
 */
export function lay_out(names: readonly string[], arrows: readonly Arrow[], spacing: Spacing, room = 0): Drawing {
  const parts = parts_of(names, plain(names, arrows));
  const alone = parts.filter((part) => part.names.length === 1).flatMap((part) => part.names);
  const drawn = parts.filter((part) => part.names.length > 1).map((part) => draw_in_layers(part.names, part.arrows, spacing));
  const gap = { x: spacing.gap_x, y: 2 * spacing.gap_y };
  const packed = pack(drawn, room, gap);
  if (alone.length === 0) return packed;
  const rest = draw_in_rows(alone, spacing, Math.max(room, packed.width));
  return drawn.length === 0 ? rest : pack([packed, rest], 0, gap);
}
