import { useRef, useState } from "preact/hooks";
import type { Point } from "./layout.ts";
import { HEIGHT } from "./specs.ts";

interface Grip {
  kind: "move" | "pull";
  id: string;
  /** Where the pointer was, and where the node. */
  at: Point;
  node: Point;
}

interface Request {
  zoom: number;
  /** Of a node. */
  width: number;
  place: (id: string) => Point;
  move: (id: string, to: Point) => void;
  connect?: (from: string, to: string) => void;
}

/** Less than this far is a click. */
const SLACK = 4;

function node_under(event: PointerEvent): string | undefined {
  const under = document.elementFromPoint(event.clientX, event.clientY);
  return under?.closest<SVGGElement>("[data-node]")?.dataset["node"];
}

/** Where a pointer is within the drawing. */
function spot_of(event: PointerEvent): Point {
  const svg = (event.target as Element).closest("svg");
  const matrix = svg?.getScreenCTM()?.inverse();
  if (!matrix) return { x: 0, y: 0 };
  const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  return { x: spot.x, y: spot.y };
}

/** Moves nodes with the pointer, and pulls threads from their handles. */
export function useDragging({ zoom, width, place, move, connect }: Request) {
  const grip = useRef<Grip | null>(null);
  const [thread, set_thread] = useState<{ from: Point; to: Point } | null>(null);
  const [target, set_target] = useState<string | undefined>(undefined);
  const hold = (kind: Grip["kind"], id: string, event: PointerEvent) => {
    // A finger on a box scrolls; only handles can be pulled by it.
    if (event.button !== 0 || (kind === "move" && event.pointerType === "touch")) return;
    grip.current = { kind, id, at: { x: event.clientX, y: event.clientY }, node: place(id) };
    if (kind === "pull") event.preventDefault();
  };
  const on_move = (event: PointerEvent) => {
    const held = grip.current;
    if (!held) return;
    const [x, y] = [event.clientX - held.at.x, event.clientY - held.at.y];
    if (Math.hypot(x, y) < SLACK) return;
    const svg = event.currentTarget as SVGSVGElement;
    if (!svg.hasPointerCapture(event.pointerId)) svg.setPointerCapture(event.pointerId);
    if (held.kind === "move") return move(held.id, { x: held.node.x + x / zoom, y: held.node.y + y / zoom });
    const under = node_under(event);
    set_target(under === held.id ? undefined : under);
    set_thread({ from: { x: held.node.x + width, y: held.node.y + HEIGHT / 2 }, to: spot_of(event) });
  };
  const on_up = (event: PointerEvent) => {
    const held = grip.current;
    grip.current = null;
    set_thread(null);
    set_target(undefined);
    if (held?.kind !== "pull") return;
    const under = node_under(event);
    if (under !== undefined && under !== held.id) connect?.(held.id, under);
  };
  return {
    thread,
    target,
    grab: (id: string, event: PointerEvent) => hold("move", id, event),
    pull: (id: string, event: PointerEvent) => hold("pull", id, event),
    surface: { onPointerMove: on_move, onPointerUp: on_up, onPointerCancel: on_up },
  };
}
