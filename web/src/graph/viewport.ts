import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Drawing } from "./layout.ts";

export const MARGIN = 20;
/** Names are hard to read below; what does not fit then is scrolled. */
export const READABLE = 0.7;
const LEAST = 0.15;
const MOST = 2;
const STEP = 1.25;

const within = (zoom: number): number => Math.min(MOST, Math.max(LEAST, zoom));

export interface Viewport {
  zoom: number;
  is_smallest: boolean;
  is_largest: boolean;
  smaller: () => void;
  larger: () => void;
  /** So that all of it is seen. */
  fit: () => void;
  /** Zooms by keys, where the region itself has the focus. */
  on_key: (event: KeyboardEvent) => void;
  /** Draws the view along with the pointer, from where nothing is. */
  on_grab: (event: PointerEvent) => void;
}

/** A point of the region that stays where it is while the drawing grows or shrinks. */
interface Anchor {
  x: number;
  y: number;
  /** Of the drawing at full size, there. */
  at: { x: number; y: number };
}

/** How large a drawing is seen, and which part of it, in a region that scrolls. */
export function useViewport(box: RefObject<HTMLDivElement | null>, drawing: Drawing): Viewport {
  const [zoom, set] = useState(1);
  const anchor = useRef<Anchor | null>(null);
  const [width, height] = [drawing.width + 2 * MARGIN, drawing.height + 2 * MARGIN];
  const room = () => ({ x: box.current?.clientWidth ?? 0, y: box.current?.clientHeight ?? 0 });
  useEffect(() => {
    if (room().x > 0) set(Math.max(READABLE, Math.min(1, room().x / width)));
  }, [width, height]);
  const zoom_to = (next: number, x = room().x / 2, y = room().y / 2) => {
    const region = box.current;
    if (!region) return;
    anchor.current = { x, y, at: { x: (region.scrollLeft + x) / zoom, y: (region.scrollTop + y) / zoom } };
    set(within(next));
  };
  useLayoutEffect(() => {
    const region = box.current;
    const { x, y, at } = anchor.current ?? { x: 0, y: 0, at: undefined };
    anchor.current = null;
    if (region && at) region.scrollTo(at.x * zoom - x, at.y * zoom - y);
  }, [zoom]);
  useEffect(() => {
    const region = box.current;
    // Pinching on a touchpad comes as this too. A listener of the framework could not keep the page from zooming.
    const on_wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { left, top } = (event.currentTarget as Element).getBoundingClientRect();
      zoom_to(zoom * Math.exp(-event.deltaY / 300), event.clientX - left, event.clientY - top);
    };
    region?.addEventListener("wheel", on_wheel, { passive: false });
    return () => region?.removeEventListener("wheel", on_wheel);
  }, [zoom]);
  const fit = () => set(within(Math.min(1, room().x / width, room().y / height)));
  const on_key = (event: KeyboardEvent) => {
    if (event.target !== box.current || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") zoom_to(zoom * STEP);
    else if (event.key === "-") zoom_to(zoom / STEP);
    else if (event.key === "0") fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const on_grab = (event: PointerEvent) => {
    const region = box.current;
    // Fingers scroll by themselves.
    if (!region || event.button !== 0 || event.pointerType === "touch") return;
    const from = { x: event.clientX, y: event.clientY, left: region.scrollLeft, top: region.scrollTop };
    const svg = event.currentTarget as SVGSVGElement;
    const on_move = (next: PointerEvent) => region.scrollTo(from.left + from.x - next.clientX, from.top + from.y - next.clientY);
    const on_end = () => {
      svg.removeEventListener("pointermove", on_move);
      svg.removeEventListener("pointerup", on_end);
      svg.removeEventListener("pointercancel", on_end);
    };
    svg.setPointerCapture(event.pointerId);
    svg.addEventListener("pointermove", on_move);
    svg.addEventListener("pointerup", on_end);
    svg.addEventListener("pointercancel", on_end);
  };
  return {
    zoom,
    is_smallest: zoom <= LEAST,
    is_largest: zoom >= MOST,
    smaller: () => zoom_to(zoom / STEP),
    larger: () => zoom_to(zoom * STEP),
    fit,
    on_key,
    on_grab,
  };
}
