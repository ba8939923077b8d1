import { ask } from "../../api/client.ts";
import type { Facets, SearchAnswer } from "../../api/shapes.ts";
import { request_of, type SearchState } from "./search_state.ts";

export type Facet = "repos" | "languages" | "kinds";
const FACETS: readonly Facet[] = ["repos", "languages", "kinds"];

/** What each facet offers, counted as if it did not narrow the search itself. */
export interface FacetCounts {
  /** Results that were counted. */
  counted: number;
  counts: Record<Facet, Readonly<Record<string, number>>>;
}

/** The requests that count a search: one for each facet that narrows it, without what it narrows, and one for the others together. */
export function counting_requests(state: SearchState): Record<Facet, string> {
  const request = (facet: Facet) =>
    JSON.stringify({ ...request_of({ ...state, [facet]: [], plan: false, limit: 1 }), facets: true, rerank: "off" });
  return { repos: request("repos"), languages: request("languages"), kinds: request("kinds") };
}

/** Sends each request once, whichever facets it is for. */
export async function count_facets(requests: Record<Facet, string>, signal: AbortSignal): Promise<FacetCounts> {
  const bodies = [...new Set(FACETS.map((facet) => requests[facet]))];
  const answers = await Promise.all(
    bodies.map((body) => ask<SearchAnswer>("/api/v1/search", { method: "POST", body: JSON.parse(body), signal })),
  );
  const none: Facets = { counted: 0, repos: {}, languages: {}, kinds: {} };
  const found = (facet: Facet): Facets => answers[bodies.indexOf(requests[facet])]?.facets ?? none;
  return {
    counted: Math.max(...FACETS.map((facet) => found(facet).counted)),
    counts: { repos: found("repos").repos, languages: found("languages").languages, kinds: found("kinds").kinds },
  };
}

export interface Choice {
  value: string;
  /** Undefined while it is not known. */
  count: number | undefined;
  chosen: boolean;
}

/** What a facet offers: what was counted, what is always there (`known`), and what is chosen; the most frequent first. */
export function choices_of(
  counts: Readonly<Record<string, number>> | undefined,
  known: readonly string[],
  chosen: readonly string[],
): Choice[] {
  const values = [...new Set([...Object.keys(counts ?? {}), ...known, ...chosen])];
  const choices = values.map((value) => ({ value, count: counts && (counts[value] ?? 0), chosen: chosen.includes(value) }));
  return choices.sort((a, b) => (b.count ?? 0) - (a.count ?? 0) || a.value.localeCompare(b.value));
}
