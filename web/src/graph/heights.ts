import type { Layered } from "./layers.ts";
import type { Spacing } from "./layout.ts";

const SWEEPS = 8;
/** How much a line that crosses a layer wants to be straight, beside one from node to node (after Gansner and others, 1993). */
const STRAIGHT = { both: 8, one: 2, none: 1 };

interface Block {
  sum: number;
  weight: number;
  size: number;
}

/**
 * Values as near to the wanted ones as they can be while each is at least a gap beyond the one before: isotonic regression by pooling
 * neighbours that violate it. `gaps[i]` lies before the i-th.
 */
export function spread(wanted: readonly number[], weights: readonly number[], gaps: readonly number[]): number[] {
  const offsets: number[] = [];
  gaps.forEach((gap, index) => offsets.push((offsets[index - 1] ?? 0) + gap));
  const blocks: Block[] = [];
  wanted.forEach((value, index) => {
    const weight = weights[index] ?? 1;
    let block: Block = { sum: (value - (offsets[index] ?? 0)) * weight, weight, size: 1 };
    for (let last = blocks.at(-1); last && last.sum / last.weight >= block.sum / block.weight; last = blocks.at(-1)) {
      block = { sum: last.sum + block.sum, weight: last.weight + block.weight, size: last.size + block.size };
      blocks.pop();
    }
    blocks.push(block);
  });
  return blocks
    .flatMap(({ sum, weight, size }) => new Array<number>(size).fill(sum / weight))
    .map((value, index) => value + (offsets[index] ?? 0));
}

/** How high the middle of each node and crossing lies, the highest node at the top. */
export function heights({ rows, next, before, nodes }: Layered, { height, gap_y }: Spacing): number[] {
  const is_node = (one: number): boolean => one < nodes;
  const gap = (above: number | undefined, one: number): number => {
    if (above === undefined) return 0;
    if (is_node(above) && is_node(one)) return height + gap_y;
    return is_node(above) || is_node(one) ? (height + gap_y) / 2 + gap_y / 4 : gap_y / 2;
  };
  const gaps = rows.map((row) => row.map((one, index) => gap(row[index - 1], one)));
  const middle: number[] = [];
  const place = (row: readonly number[], at: readonly number[]) => row.forEach((one, index) => (middle[one] = at[index] ?? 0));
  rows.forEach((row, layer) => {
    const at = spread(new Array<number>(row.length).fill(0), new Array<number>(row.length).fill(1), gaps[layer] ?? []);
    place(row, at);
  });
  const pull = (a: number, b: number): number =>
    is_node(a) && is_node(b) ? STRAIGHT.none : is_node(a) || is_node(b) ? STRAIGHT.one : STRAIGHT.both;
  for (let sweep = 0; sweep < SWEEPS; ++sweep) {
    const is_last = sweep >= SWEEPS - 2;
    const neighbours = (one: number): number[] =>
      is_last ? [...(before[one] ?? []), ...(next[one] ?? [])] : ((sweep % 2 === 0 ? before[one] : next[one]) ?? []);
    const layers = [...rows.keys()];
    for (const layer of sweep % 2 === 0 ? layers : layers.reverse()) {
      const row = rows[layer] ?? [];
      const pulls = row.map((one) => neighbours(one).map((other) => ({ weight: pull(one, other), at: middle[other] ?? 0 })));
      const weights = pulls.map((all) => all.reduce((sum, { weight }) => sum + weight, 0));
      const wanted = pulls.map((all, index) => {
        const weight = weights[index] ?? 0;
        return weight === 0 ? (middle[row[index] ?? 0] ?? 0) : all.reduce((sum, one) => sum + one.weight * one.at, 0) / weight;
      });
      place(
        row,
        spread(
          wanted,
          weights.map((weight) => Math.max(weight, 0.1)),
          gaps[layer] ?? [],
        ),
      );
    }
  }
  const top = middle.reduce((least, value, one) => Math.min(least, value - (is_node(one) ? height / 2 : 0)), Infinity);
  return middle.map((value) => Math.round(value - top));
}
