import type { Changes } from "../state/location.ts";

/** A place in a file: what the inspector shows. */
export interface CodePlace {
  repo: string;
  path: string;
  first?: number;
  last?: number;
}

/** `shop:src/a.py:12-20`, as it stands in an address. */
export function place_text(place: CodePlace): string {
  const lines =
    place.first === undefined ? "" : `:${place.first}${place.last === undefined || place.last === place.first ? "" : `-${place.last}`}`;
  return `${place.repo}:${place.path}${lines}`;
}

/** Undefined for what is no such text. */
export function read_place(text: string): CodePlace | undefined {
  const found = /^([^:]+):(.+?)(?::(\d+)(?:-(\d+))?)?$/.exec(text);
  if (!found?.[1] || !found[2]) return undefined;
  const place: CodePlace = { repo: found[1], path: found[2] };
  if (found[3] !== undefined) place.first = Number(found[3]);
  if (found[3] !== undefined) place.last = Number(found[4] ?? found[3]);
  return place;
}

/** What to change in the address to have the inspector show a place. */
export const showing = (place: CodePlace, symbol?: string): Changes => ({ at: place_text(place), symbol, link: undefined, tab: undefined });
