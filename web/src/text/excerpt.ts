/** Lines of a text that are shown, as ranges of indexes, the end excluded. */
export interface Range {
  from: number;
  to: number;
}

/** Which lines of a unit to show first: all of a short one; else its head, and the stretch that has most matches. */
export function excerpt(lines: readonly string[], pattern: RegExp | null, most = 10): Range[] {
  if (lines.length <= most + 2) return [{ from: 0, to: lines.length }];
  const head = 3;
  const size = most - head;
  const weights = lines.map((line) => (pattern === null ? 0 : [...line.matchAll(pattern)].length));
  let best = 0;
  let best_weight = -1;
  let weight = 0;
  for (let end = 0; end < lines.length; ++end) {
    weight += weights[end] ?? 0;
    if (end >= size) weight -= weights[end - size] ?? 0;
    if (weight > best_weight && end + 1 >= size) [best, best_weight] = [end + 1 - size, weight];
  }
  // Matches in the middle of what is shown read better than at its edge.
  const first = lines.findIndex((_, index) => index >= best && (weights[index] ?? 0) > 0);
  if (first >= 0) best = Math.max(0, Math.min(first - 2, lines.length - size));
  if (best <= head + 1) return [{ from: 0, to: most }];
  return [
    { from: 0, to: head },
    { from: best, to: best + size },
  ];
}
