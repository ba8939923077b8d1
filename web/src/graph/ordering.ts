import type { Layered } from "./layers.ts";

const SWEEPS = 10;

const mean = (values: readonly number[], otherwise: number): number =>
  values.length === 0 ? otherwise : values.reduce((sum, value) => sum + value, 0) / values.length;

/** How many pairs of lines between two layers cross (Barth, Jünger, Mutzel, 2002): inversions, counted in a tree of sums. */
function crossings_between(upper: readonly number[], lower: readonly number[], next: readonly (readonly number[])[]): number {
  const rank = new Map(lower.map((node, index) => [node, index]));
  const sums = new Array<number>(lower.length + 1).fill(0);
  let [crossings, seen] = [0, 0];
  for (const node of upper) {
    const ends = (next[node] ?? []).map((one) => rank.get(one)).filter((one) => one !== undefined);
    for (const end of ends) {
      let before = 0;
      for (let at = end + 1; at > 0; at -= at & -at) before += sums[at] ?? 0;
      crossings += seen - before;
    }
    for (const end of ends) {
      for (let at = end + 1; at < sums.length; at += at & -at) sums[at] = (sums[at] ?? 0) + 1;
      ++seen;
    }
  }
  return crossings;
}

export const crossings = ({ rows, next }: Layered): number =>
  rows.slice(1).reduce((sum, lower, index) => sum + crossings_between(rows[index] ?? [], lower, next), 0);

/**
 * Orders each layer so that few lines cross: a node goes to the middle of its neighbours in the layer before, then in the layer behind, a
 * few times; the best of these orders is kept.
 */
export function order(graph: Layered): void {
  const rank: number[] = [];
  const note = (row: readonly number[]) => row.forEach((node, index) => (rank[node] = index - row.length / 2));
  graph.rows.forEach(note);
  let [best, fewest] = [graph.rows.map((row) => [...row]), crossings(graph)];
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; ++sweep) {
    const is_forward = sweep % 2 === 0;
    const neighbours = is_forward ? graph.before : graph.next;
    for (const row of is_forward ? graph.rows : [...graph.rows].reverse()) {
      const weight = new Map(
        row.map((node) => [
          node,
          mean(
            (neighbours[node] ?? []).map((one) => rank[one] ?? 0),
            rank[node] ?? 0,
          ),
        ]),
      );
      row.sort((a, b) => (weight.get(a) ?? 0) - (weight.get(b) ?? 0));
      note(row);
    }
    const now = crossings(graph);
    if (now < fewest) [best, fewest] = [graph.rows.map((row) => [...row]), now];
  }
  graph.rows = best;
}
