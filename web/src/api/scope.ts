import type { Group } from "./topology.ts";

/** Of which repositories a view speaks: of all, or of groups' and single ones together. It stands in the address as `group` and `in`. */
export interface Scope {
  groups: readonly string[];
  /** Repositories that are named themselves. */
  named: readonly string[];
  /** Names to ask for; none for all. Undefined while the groups' members are not known. */
  repos: readonly string[] | undefined;
  /** Whether it is of groups without repositories, or of such that are not there: then there is nothing to ask for. */
  is_empty: boolean;
}

export function scope_of(query: URLSearchParams, known: readonly Group[] | undefined): Scope {
  const [groups, named] = [query.getAll("group"), query.getAll("in")];
  if (groups.length === 0) return { groups, named, repos: named, is_empty: false };
  const members = known?.filter(({ name }) => groups.includes(name)).flatMap((group) => group.members);
  const repos = members && [...new Set([...members, ...named])];
  return { groups, named, repos, is_empty: repos?.length === 0 };
}

/** A key for what is loaded of a scope; null while there is nothing to load. */
export const scope_key = (scope: Scope, of: string): string | null =>
  scope.repos === undefined || scope.is_empty ? null : `${of} ${scope.repos.join("\n")}`;

export const is_within = (scope: Scope, repo: string): boolean =>
  !scope.is_empty && scope.repos !== undefined && (scope.repos.length === 0 || scope.repos.includes(repo));
