import type { Mode } from "../../api/shapes.ts";

/** A search as its address holds it. */
export interface SearchState {
  text: string;
  repos: string[];
  groups: string[];
  languages: string[];
  kinds: string[];
  path: string;
  mode: Mode;
  expand: Expand;
  depth: number;
  plan: boolean;
  limit: number;
}

export type Expand = "none" | "upstream" | "downstream" | "both";
export const EXPANSIONS: readonly Expand[] = ["none", "upstream", "downstream", "both"];
export const MODES: readonly Mode[] = ["hybrid", "keyword", "semantic"];
export const PAGE = 20;
const MOST = 200;
export const DEEPEST = 5;

const one_of = <T extends string>(value: string | null, known: readonly T[], otherwise: T): T =>
  known.find((one) => one === value) ?? otherwise;

const number_in = (value: string | null, least: number, most: number, otherwise: number): number => {
  const read = Number.parseInt(value ?? "", 10);
  return Number.isNaN(read) ? otherwise : Math.min(most, Math.max(least, read));
};

export function read_search(query: URLSearchParams): SearchState {
  return {
    text: query.get("q") ?? "",
    repos: query.getAll("repo"),
    groups: query.getAll("group"),
    languages: query.getAll("lang"),
    kinds: query.getAll("kind"),
    path: query.get("path") ?? "",
    mode: one_of(query.get("mode"), MODES, "hybrid"),
    expand: one_of(query.get("expand"), EXPANSIONS, "none"),
    depth: number_in(query.get("depth"), 1, DEEPEST, 1),
    plan: query.get("plan") === "1",
    limit: number_in(query.get("n"), 1, MOST, PAGE),
  };
}

/** The body of the request. Repositories that are ticked narrow a search in groups. */
export function request_of(state: SearchState): Record<string, unknown> {
  const body: Record<string, unknown> = { query: state.text, limit: state.limit, mode: state.mode };
  if (state.repos.length > 0) body["repos"] = state.repos;
  else if (state.groups.length > 0) body["groups"] = state.groups;
  if (state.languages.length > 0) body["languages"] = state.languages;
  if (state.kinds.length > 0) body["kinds"] = state.kinds;
  if (state.path !== "") body["path"] = state.path;
  if (state.expand !== "none") Object.assign(body, { expand: state.expand, expand_depth: state.depth });
  if (state.plan) body["explain"] = true;
  return body;
}

/** How many filters narrow it. */
export const filters_of = (state: SearchState): number =>
  state.repos.length + state.languages.length + state.kinds.length + (state.path === "" ? 0 : 1);
