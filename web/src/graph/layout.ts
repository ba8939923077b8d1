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
  width: number;
  height: number;
}

/** Arrows between different known nodes, without those that would close a cycle, and without repetitions. */
function acyclic(names: readonly string[], arrows: readonly Arrow[]): Map<string, string[]> {
  const all = new Map(names.map((name) => [name, new Set<string>()]));
  for (const { from, to } of arrows) if (from !== to && all.has(to)) all.get(from)?.add(to);
  const kept = new Map(names.map((name): [string, string[]] => [name, []]));
  const state = new Map<string, "open" | "done">();
  for (const start of names) {
    if (state.has(start)) continue;
    // An explicit stack: chains may be long.
    const stack = [{ name: start, next: [...(all.get(start) ?? [])] }];
    state.set(start, "open");
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const target = top.next.pop();
      if (target === undefined) {
        state.set(top.name, "done");
        stack.pop();
        continue;
      }
      if (state.get(target) === "open") continue;
      kept.get(top.name)?.push(target);
      if (state.has(target)) continue;
      state.set(target, "open");
      stack.push({ name: target, next: [...(all.get(target) ?? [])] });
    }
  }
  return kept;
}

/** The layer of each node: one more than the furthest that points at it. */
function layers_of(names: readonly string[], next: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  const waiting = new Map(names.map((name) => [name, 0]));
  for (const targets of next.values()) for (const target of targets) waiting.set(target, (waiting.get(target) ?? 0) + 1);
  const layer = new Map(names.map((name) => [name, 0]));
  const ready = names.filter((name) => waiting.get(name) === 0);
  for (let name = ready.pop(); name !== undefined; name = ready.pop()) {
    for (const target of next.get(name) ?? []) {
      layer.set(target, Math.max(layer.get(target) ?? 0, (layer.get(name) ?? 0) + 1));
      const left = (waiting.get(target) ?? 1) - 1;
      waiting.set(target, left);
      if (left === 0) ready.push(target);
    }
  }
  return layer;
}

const mean = (values: readonly number[], otherwise: number): number =>
  values.length === 0 ? otherwise : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Puts each node near the middle of its neighbours in the layer before, then in the layer behind, a few times. */
function order(rows: string[][], next: ReadonlyMap<string, readonly string[]>): void {
  const before = new Map<string, string[]>();
  for (const [from, targets] of next) for (const to of targets) before.set(to, [...(before.get(to) ?? []), from]);
  const rank = new Map<string, number>();
  const note = (row: string[]) => row.forEach((name, index) => rank.set(name, index - row.length / 2));
  rows.forEach(note);
  for (let sweep = 0; sweep < 6; ++sweep) {
    const neighbours = sweep % 2 === 0 ? before : next;
    for (const row of sweep % 2 === 0 ? rows : [...rows].reverse()) {
      const weight = new Map(
        row.map((name) => [
          name,
          mean(
            (neighbours.get(name) ?? []).map((one) => rank.get(one) ?? 0),
            rank.get(name) ?? 0,
          ),
        ]),
      );
      row.sort((a, b) => (weight.get(a) ?? 0) - (weight.get(b) ?? 0) || a.localeCompare(b));
      note(row);
    }
  }
}

/** Nodes that nothing connects stand in rows below the others. */
export function lay_out(names: readonly string[], arrows: readonly Arrow[], spacing: Spacing): Drawing {
  const next = acyclic(names, arrows);
  const connected = new Set([...next].flatMap(([from, targets]) => (targets.length > 0 ? [from, ...targets] : [])));
  const layer = layers_of(names, next);
  const rows: string[][] = [];
  for (const name of names) if (connected.has(name)) (rows[layer.get(name) ?? 0] ??= []).push(name);
  order(rows, next);
  const step_x = spacing.width + spacing.gap_x;
  const step_y = spacing.height + spacing.gap_y;
  const tallest = Math.max(0, ...rows.map((row) => row.length));
  const places = new Map<string, Point>();
  rows.forEach((row, column) =>
    row.forEach((name, index) => places.set(name, { x: column * step_x, y: (index + (tallest - row.length) / 2) * step_y })),
  );
  const alone = names.filter((name) => !connected.has(name));
  const columns = Math.max(rows.length, Math.min(4, alone.length), 1);
  alone.forEach((name, index) =>
    places.set(name, { x: (index % columns) * step_x, y: (tallest + Math.floor(index / columns) + (tallest > 0 ? 0.4 : 0)) * step_y }),
  );
  const height = Math.max(0, ...[...places.values()].map((place) => place.y)) + spacing.height;
  return { places, width: columns * step_x - spacing.gap_x, height };
}
