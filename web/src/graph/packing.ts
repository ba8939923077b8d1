import type { Arrow, Drawing, Point } from "./layout.ts";

/** Nodes that hang together, and the arrows between them. */
export interface Part {
  names: string[];
  arrows: Arrow[];
}

/** The parts of a graph that nothing connects with each other, the largest first. */
export function parts_of(names: readonly string[], arrows: readonly Arrow[]): Part[] {
  const head = new Map(names.map((name) => [name, name]));
  const find = (name: string): string => {
    let top = name;
    for (let next = head.get(top); next !== undefined && next !== top; next = head.get(top)) {
      head.set(top, head.get(next) ?? next);
      top = next;
    }
    return top;
  };
  for (const { from, to } of arrows) head.set(find(from), find(to));
  const parts = new Map<string, Part>();
  const part_of = (name: string): Part => {
    const known = parts.get(find(name));
    if (known) return known;
    const made: Part = { names: [], arrows: [] };
    parts.set(find(name), made);
    return made;
  };
  for (const name of names) part_of(name).names.push(name);
  for (const arrow of arrows) part_of(arrow.from).arrows.push(arrow);
  return [...parts.values()].sort((a, b) => b.names.length - a.names.length);
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** How far up a box may go at `left`, below what stands there already. */
const top_at = (left: number, width: number, boxes: readonly Box[], gap: Point): number =>
  Math.max(
    0,
    ...boxes
      .filter((box) => left < box.left + box.width + gap.x && box.left < left + width + gap.x)
      .map((box) => box.top + box.height + gap.y),
  );

/** With more, looking for the best place takes longer than it is worth: they go below each other. */
const MOST = 400;

/** Where each drawing goes: as far up as there is a place within `room`, else as far left. */
function boxes_for(drawings: readonly Drawing[], room: number, gap: Point): Box[] {
  const boxes: Box[] = [];
  const widest = Math.max(room, ...drawings.map((one) => one.width));
  for (const { width, height } of drawings) {
    const lefts = [0, ...(boxes.length < MOST ? boxes.map((box) => box.left + box.width + gap.x) : [])];
    const spots = lefts.filter((left) => left + width <= widest).map((left) => ({ left, top: top_at(left, width, boxes, gap) }));
    const best = spots.reduce((a, b) => (b.top < a.top || (b.top === a.top && b.left < a.left) ? b : a));
    boxes.push({ ...best, width, height });
  }
  return boxes;
}

/** Drawings side by side, and below each other where `room` ends. */
export function pack(drawings: readonly Drawing[], room: number, gap: Point): Drawing {
  const boxes = boxes_for(drawings, room, gap);
  const all: Drawing = { places: new Map(), bends: new Map(), width: 0, height: 0 };
  drawings.forEach(({ places, bends, width, height }, index) => {
    const { left, top } = boxes[index] ?? { left: 0, top: 0 };
    const moved = ({ x, y }: Point): Point => ({ x: x + left, y: y + top });
    for (const [name, place] of places) all.places.set(name, moved(place));
    for (const [key, points] of bends) all.bends.set(key, points.map(moved));
    all.width = Math.max(all.width, left + width);
    all.height = Math.max(all.height, top + height);
  });
  return all;
}
