import type { Token } from "../../text/highlight.ts";
import type { CodePlace } from "../../text/places.ts";

/** Lines that are drawn together. */
export interface Block {
  first: number;
  lines: readonly Token[][];
}

const SIZE = 80;
/** In pixels, as style/code.css has it: places are found by it before their lines are drawn. */
export const LINE_HEIGHT = 20;
/** Beyond, blocks are drawn as they come into view; below, all are there, so that the browser's own search finds everything. */
export const MANY_LINES = 4000;
const PADDING = 12;

export function blocks_of(lines: readonly Token[][]): Block[] {
  const blocks: Block[] = [];
  for (let from = 0; from < lines.length; from += SIZE) blocks.push({ first: from + 1, lines: lines.slice(from, from + SIZE) });
  return blocks;
}

/** Whether some line of a block lies between two lines. */
export const within = (block: Block, first: number | undefined, last: number | undefined): boolean =>
  first !== undefined && first < block.first + block.lines.length && (last ?? first) >= block.first;

/** How far to scroll so that a place is seen: in the middle where it fits, else from its first line on. */
export function scroll_top_of(place: CodePlace, height: number): number {
  const first = place.first ?? 1;
  const top = PADDING + (first - 1) * LINE_HEIGHT;
  const size = ((place.last ?? first) - first + 1) * LINE_HEIGHT;
  return Math.max(0, top - Math.max(2 * LINE_HEIGHT, (height - size) / 2));
}
