import type { Point } from "./layout.ts";
import { text_width } from "./measure.ts";
import { type EdgeSpec, HEIGHT as H, type NodeSpec } from "./specs.ts";

/** How an edge is drawn. */
export interface Route {
  path: string;
  /** The middle of its first curve, and other places on it, where its label may stand; the best first. */
  spots: Point[];
}

export const NO_ROUTE: Route = { path: "", spots: [] };

interface Request {
  edges: readonly EdgeSpec[];
  place: (id: string) => Point;
  /** What an edge passes, by `arrow_key`; nothing where an end of it was moved. */
  bends: (edge: EdgeSpec) => readonly Point[];
  /** Of a node. */
  width: number;
}

/** Between the ends of lines that meet on one side of a node, at most. */
const PORT_GAP = 7;
/** Of a side of a node, above and below its lines. */
const PORT_MARGIN = 8;

type Side = "left" | "right";

/** Where an edge leaves one node and comes to the other one: to the right, back to the left, or around within a column. */
function sides_of(from: Point, to: Point, width: number): [Side, Side] {
  if (to.x > from.x + width / 2) return ["right", "left"];
  if (from.x > to.x + width / 2) return ["left", "right"];
  return ["right", "right"];
}

/** An end of an edge at a side of a node, and how high that lies where the edge comes from. */
interface Port {
  edge: string;
  end: 0 | 1;
  node: Point;
  side: Side;
  towards: number;
}

/** Ends that share a side of a node stand below each other, in the order in which their lines come. */
function ports_of({ edges, place, bends, width }: Request): Map<string, [Point, Point]> {
  const sides = new Map<string, Port[]>();
  const add = (id: string, port: Port) => {
    const key = `${port.side} ${id}`;
    const known = sides.get(key);
    if (known) known.push(port);
    else sides.set(key, [port]);
  };
  for (const edge of edges) {
    if (edge.from === edge.to) continue;
    const [from, to, passed] = [place(edge.from), place(edge.to), bends(edge)];
    const [leaves, comes] = sides_of(from, to, width);
    add(edge.from, { edge: edge.id, end: 0, node: from, side: leaves, towards: passed[0]?.y ?? to.y + H / 2 });
    add(edge.to, { edge: edge.id, end: 1, node: to, side: comes, towards: passed.at(-1)?.y ?? from.y + H / 2 });
  }
  const found = new Map<string, [Point, Point]>();
  for (const ports of sides.values()) {
    ports.sort((a, b) => a.towards - b.towards);
    const gap = Math.min(PORT_GAP, (H - 2 * PORT_MARGIN) / Math.max(1, ports.length - 1));
    ports.forEach(({ edge, end, node, side }, index) => {
      const y = node.y + H / 2 + (index - (ports.length - 1) / 2) * gap;
      const both = found.get(edge) ?? [node, node];
      both[end] = { x: side === "left" ? node.x : node.x + width, y };
      found.set(edge, both);
    });
  }
  return found;
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** From one point to the next one, level at both ends. */
function bent(a: Point, b: Point): string {
  const middle = rounded((a.x + b.x) / 2);
  return `C${middle} ${rounded(a.y)} ${middle} ${rounded(b.y)} ${rounded(b.x)} ${rounded(b.y)}`;
}

/** A point on such a curve; `t` runs from 0 to 1. */
function on_curve(a: Point, b: Point, t: number): Point {
  const middle = (a.x + b.x) / 2;
  const [p, q, r, s] = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3];
  return { x: p * a.x + (q + r) * middle + s * b.x, y: (p + q) * a.y + (r + s) * b.y };
}

const SPOTS = [0.5, 0.35, 0.65, 0.2, 0.8];

/** An arrow's point ends a little before the node. */
const ARROW = 2;

function through(points: readonly Point[]): Route {
  const [first = { x: 0, y: 0 }, ...others] = points;
  let path = `M${rounded(first.x)} ${rounded(first.y)}`;
  let before = first;
  const spots: Point[] = [];
  others.forEach((point, index) => {
    // Between two bends, every second piece crosses a layer.
    const is_level = index % 2 === 1;
    path += is_level ? `L${rounded(point.x)} ${rounded(point.y)}` : bent(before, point);
    const [a, b] = [before, point];
    if (!is_level) spots.push(...SPOTS.map((t) => on_curve(a, b, t)));
    before = point;
  });
  return { path, spots };
}

/** Around, from a right side to a right side. */
function around(from: Point, to: Point): Route {
  const out = Math.max(from.x, to.x) + 60;
  const middle = { x: Math.max(from.x, to.x) + 45, y: (from.y + to.y) / 2 };
  return {
    path: `M${from.x} ${rounded(from.y)}C${out} ${rounded(from.y)} ${out} ${rounded(to.y)} ${to.x + ARROW} ${rounded(to.y)}`,
    spots: [middle],
  };
}

/** How each edge is drawn, by its id. */
export function routes_of(request: Request): Map<string, Route> {
  const { edges, place, bends, width } = request;
  const ports = ports_of(request);
  return new Map(
    edges.map((edge): [string, Route] => {
      const [from, to] = [place(edge.from), place(edge.to)];
      if (edge.from === edge.to) return [edge.id, { path: `M${from.x + width - 36} ${from.y}c0 -22 30 -22 30 -2`, spots: [] }];
      const [start, end] = ports.get(edge.id) ?? [from, to];
      const [leaves, comes] = sides_of(from, to, width);
      if (leaves === comes) return [edge.id, around(start, end)];
      const tip = { x: end.x + (comes === "left" ? -ARROW : ARROW), y: end.y };
      return [edge.id, through([start, ...bends(edge), tip])];
    }),
  );
}

interface Rectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const touch = (a: Rectangle, b: Rectangle): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Half of the height of a label. */
const HALF = 8;

interface Drawn {
  routes: ReadonlyMap<string, Route>;
  nodes: readonly NodeSpec[];
  place: (id: string) => Point;
  /** Of a node. */
  width: number;
}

/** Where the labels of edges stand so that none lies on another one or on a node; those that have no such place are left out. */
export function labels_of(edges: readonly EdgeSpec[], { routes, nodes, place, width }: Drawn): Map<string, Point> {
  const taken: Rectangle[] = nodes.map(({ id }) => {
    const { x, y } = place(id);
    return { left: x, top: y, right: x + width, bottom: y + H };
  });
  const found = new Map<string, Point>();
  for (const { id, label } of edges) {
    if (!label) continue;
    const half = text_width(label, "400 11px") / 2 + 2;
    for (const { x, y } of routes.get(id)?.spots ?? []) {
      const rectangle = { left: x - half, top: y - HALF, right: x + half, bottom: y + HALF };
      if (taken.some((one) => touch(one, rectangle))) continue;
      taken.push(rectangle);
      found.set(id, { x, y });
      break;
    }
  }
  return found;
}
