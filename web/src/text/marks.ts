const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A pattern that finds any of the terms, the longest first; null where there is none. */
export function pattern_of(terms: readonly string[]): RegExp | null {
  const wanted = [...new Set(terms.filter((term) => term !== ""))].sort((a, b) => b.length - a.length);
  return wanted.length === 0 ? null : new RegExp(wanted.map(escaped).join("|"), "giu");
}

/** A pattern that finds a name where it stands as a whole. */
export const name_pattern = (name: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}_$])${escaped(name)}(?![\\p{L}\\p{N}_$])`, "gu");

/** A pattern for what a query asks for, as far as its words tell: short ones say too little. */
export const query_pattern = (query: string): RegExp | null =>
  pattern_of(query.split(/[^\p{L}\p{N}_]+/u).filter((word) => word.length > 2));

export interface Piece {
  text: string;
  marked: boolean;
}

/** A text in pieces, those that the pattern finds marked. */
export function marked_pieces(text: string, pattern: RegExp | null): Piece[] {
  if (pattern === null) return [{ text, marked: false }];
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of text.matchAll(pattern)) {
    if (found.index > from) pieces.push({ text: text.slice(from, found.index), marked: false });
    pieces.push({ text: found[0], marked: true });
    from = found.index + found[0].length;
  }
  if (from < text.length || pieces.length === 0) pieces.push({ text: text.slice(from), marked: false });
  return pieces;
}
