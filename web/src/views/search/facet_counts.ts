import type { Hit } from "../../api/shapes.ts";

export type Facet = "repo" | "language" | "kind";
export type Counts = ReadonlyMap<string, number>;

/** How often each value stands among results, the most frequent first. */
export function counts_of(results: readonly Hit[], facet: Facet): Counts {
  const counts = new Map<string, number>();
  for (const hit of results) counts.set(hit[facet], (counts.get(hit[facet]) ?? 0) + 1);
  return counts;
}

export interface Choice {
  value: string;
  /** Undefined where it is not known: the results at hand were narrowed by another value. */
  count: number | undefined;
  chosen: boolean;
}

/**
 * What a facet offers: values that were seen for these words, those always there (`known`), and those chosen. While some are chosen, the others
 * keep the counts that they had before.
 */
export function choices_of(seen: Counts, now: Counts, known: readonly string[], chosen: readonly string[]): Choice[] {
  const values = [...new Set([...seen.keys(), ...now.keys(), ...known, ...chosen])];
  const count = (value: string) => now.get(value) ?? (chosen.length > 0 && !chosen.includes(value) ? seen.get(value) : 0);
  const choices = values.map((value) => ({ value, count: count(value), chosen: chosen.includes(value) }));
  return choices.sort(
    (a, b) => (seen.get(b.value) ?? b.count ?? 0) - (seen.get(a.value) ?? a.count ?? 0) || a.value.localeCompare(b.value),
  );
}
