import { type Arrow, arrow_key, type Drawing, type Point, type Spacing } from "./layout.ts";
import { order } from "./ordering.ts";
import { heights } from "./heights.ts";

/** A line between nodes by their numbers, in the direction in which nothing goes in circles. */
export interface Line {
  from: number;
  to: number;
}

/** Lines from node to node, without circles: those that would close one are turned around. The other ends of each node's lines. */
function acyclic(count: number, lines: readonly Line[]): number[][] {
  const all: number[][] = Array.from({ length: count }, () => []);
  const incoming = new Array<number>(count).fill(0);
  for (const { from, to } of lines) {
    all[from]?.push(to);
    incoming[to] = (incoming[to] ?? 0) + 1;
  }
  const kept = Array.from({ length: count }, () => new Set<number>());
  const state = new Array<"new" | "open" | "done">(count).fill("new");
  const starts = [...all.keys()].sort((a, b) => Math.min(1, incoming[a] ?? 0) - Math.min(1, incoming[b] ?? 0) || a - b);
  for (const start of starts) {
    if (state[start] !== "new") continue;
    // An explicit stack: chains may be long.
    const stack = [{ node: start, next: [...(all[start] ?? [])] }];
    state[start] = "open";
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const target = top.next.pop();
      if (target === undefined) {
        state[top.node] = "done";
        stack.pop();
        continue;
      }
      if (state[target] === "open") {
        kept[target]?.add(top.node);
        continue;
      }
      kept[top.node]?.add(target);
      if (state[target] === "done") continue;
      state[target] = "open";
      stack.push({ node: target, next: [...(all[target] ?? [])] });
    }
  }
  return kept.map((targets) => [...targets]);
}

/** Nodes so that each comes before those that its lines lead to. */
function in_order(next: readonly (readonly number[])[]): number[] {
  const waiting = new Array<number>(next.length).fill(0);
  for (const targets of next) for (const target of targets) waiting[target] = (waiting[target] ?? 0) + 1;
  const found = [...next.keys()].filter((node) => waiting[node] === 0);
  for (const node of found)
    for (const target of next[node] ?? []) {
      const left = (waiting[target] ?? 1) - 1;
      waiting[target] = left;
      if (left === 0) found.push(target);
    }
  return found;
}

/**
 * The layer of each node: one more than the furthest that points at it; then what points more than it is pointed at goes as near to its
 * targets as it can.
 */
function layers_of(next: readonly (readonly number[])[]): number[] {
  const layer = new Array<number>(next.length).fill(0);
  const incoming = new Array<number>(next.length).fill(0);
  const sorted = in_order(next);
  for (const node of sorted)
    for (const target of next[node] ?? []) {
      layer[target] = Math.max(layer[target] ?? 0, (layer[node] ?? 0) + 1);
      incoming[target] = (incoming[target] ?? 0) + 1;
    }
  for (const node of sorted.reverse()) {
    const targets = next[node] ?? [];
    if (targets.length <= (incoming[node] ?? 0)) continue;
    layer[node] = targets.reduce((least, target) => Math.min(least, layer[target] ?? 0), Infinity) - 1;
  }
  return layer;
}

/** A graph whose lines lead only from one layer to the next one, as far as it isn't too large for that. */
export interface Layered {
  /** By layer. Numbers beyond those of the nodes are places where a line crosses a layer. */
  rows: number[][];
  next: number[][];
  before: number[][];
  nodes: number;
  /** The places that a line crosses, by its ends. */
  crossed: Map<string, number[]>;
}

/** With more places to cross, lines go straight. */
const MOST_CROSSED = 12_000;

const line_key = (from: number, to: number): string => `${from} ${to}`;

function layered(next: readonly (readonly number[])[]): Layered {
  const layer = layers_of(next);
  const rows: number[][] = [];
  layer.forEach((at, node) => (rows[at] ??= []).push(node));
  const all: Layered = {
    rows,
    next: next.map(() => []),
    before: next.map(() => []),
    nodes: next.length,
    crossed: new Map(),
  };
  const spans = next.flatMap((targets, from) => targets.map((to) => (layer[to] ?? 0) - (layer[from] ?? 0) - 1));
  const bends = spans.reduce((sum, span) => sum + span, 0) <= MOST_CROSSED;
  const join = (from: number, to: number) => {
    all.next[from]?.push(to);
    all.before[to]?.push(from);
  };
  const crossing = (at: number): number => {
    const place = all.next.push([]) - 1;
    all.before.push([]);
    rows[at]?.push(place);
    return place;
  };
  next.forEach((targets, from) =>
    targets.forEach((to) => {
      const crossed: number[] = [];
      if (bends) for (let at = (layer[from] ?? 0) + 1; at < (layer[to] ?? 0); ++at) crossed.push(crossing(at));
      [from, ...crossed].forEach((one, index) => join(one, crossed[index] ?? to));
      if (crossed.length > 0) all.crossed.set(line_key(from, to), crossed);
    }),
  );
  return all;
}

/** With this many lines between two layers, the gap between them is twice as wide. */
const MANY_LINES = 24;

/** Where each layer begins; lines need the more room the more there are. */
function lefts_of({ rows, next }: Layered, { width, gap_x }: Spacing): number[] {
  let left = 0;
  return rows.map((row) => {
    const begins = left;
    const lines = row.reduce((sum, node) => sum + (next[node]?.length ?? 0), 0);
    left += width + Math.round(gap_x * (1 + Math.min(1, Math.max(0, lines - 1) / MANY_LINES)));
    return begins;
  });
}

/** Draws what hangs together. */
export function draw_in_layers(names: readonly string[], arrows: readonly Arrow[], spacing: Spacing): Drawing {
  const number = new Map(names.map((name, index) => [name, index]));
  const numbered = arrows.map(({ from, to }) => ({ from: number.get(from) ?? 0, to: number.get(to) ?? 0 }));
  const graph = layered(acyclic(names.length, numbered));
  order(graph);
  const middle = heights(graph, spacing);
  const lefts = lefts_of(graph, spacing);
  const spot = new Map<number, Point>();
  graph.rows.forEach((row, layer) => row.forEach((node) => spot.set(node, { x: lefts[layer] ?? 0, y: middle[node] ?? 0 })));
  const places = new Map(
    names.map((name, index): [string, Point] => {
      const { x, y } = spot.get(index) ?? { x: 0, y: 0 };
      return [name, { x, y: y - spacing.height / 2 }];
    }),
  );
  const through = (from: number, to: number): Point[] =>
    (graph.crossed.get(line_key(from, to)) ?? []).flatMap((place) => {
      const { x, y } = spot.get(place) ?? { x: 0, y: 0 };
      return [
        { x, y },
        { x: x + spacing.width, y },
      ];
    });
  const bends = new Map<string, Point[]>();
  arrows.forEach((arrow, index) => {
    const { from, to } = numbered[index] ?? { from: 0, to: 0 };
    const points = through(from, to).length > 0 ? through(from, to) : through(to, from).reverse();
    if (points.length > 0) bends.set(arrow_key(arrow), points);
  });
  const bottom = Math.max(...[...spot.values()].map(({ y }) => y)) + spacing.height / 2;
  return { places, bends, width: (lefts.at(-1) ?? 0) + spacing.width, height: bottom };
}
