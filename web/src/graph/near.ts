import type { Arrow } from "./layout.ts";

/** How far from a chosen node a drawing reaches: all of it, or so many steps along arrows, in whatever direction. */
export type Near = "all" | "1" | "2";
export const NEAR: readonly Near[] = ["all", "1", "2"];

/** The nodes that are at most so many steps away from one, itself included. */
export function within(centre: string, arrows: readonly Arrow[], steps: number): Set<string> {
  const neighbours = new Map<string, string[]>();
  const join = (a: string, b: string) => {
    const known = neighbours.get(a);
    if (known) known.push(b);
    else neighbours.set(a, [b]);
  };
  for (const { from, to } of arrows) (join(from, to), join(to, from));
  const reached = new Set([centre]);
  let edge = [centre];
  for (let step = 0; step < steps; ++step) {
    const next = edge.flatMap((one) => neighbours.get(one) ?? []).filter((one) => !reached.has(one));
    next.forEach((one) => reached.add(one));
    edge = [...new Set(next)];
  }
  return reached;
}

/** What of a graph is shown around a chosen node; all where none is chosen. */
export function narrowed_to<N extends { id: string }, E extends Arrow>(
  nodes: readonly N[],
  edges: readonly E[],
  chosen: string | undefined,
  near: Near,
): { nodes: readonly N[]; edges: readonly E[] } {
  if (chosen === undefined || near === "all") return { nodes, edges };
  const shown = within(chosen, edges, Number(near));
  return {
    nodes: nodes.filter(({ id }) => shown.has(id)),
    edges: edges.filter(({ from, to }) => shown.has(from) && shown.has(to)),
  };
}
