import type { Group } from "./topology.ts";

/** Of which repositories a view speaks: of all, of a group's, or of one. It stands in the address as `group` or `in`. */
export interface Scope {
  group: string;
  repo: string;
  /** Names to ask for; none for all. Undefined while the group's members are not known. */
  repos: readonly string[] | undefined;
  /** Whether it is a group without repositories, or one that is not there: then there is nothing to ask for. */
  is_empty: boolean;
}

export function scope_of(query: URLSearchParams, groups: readonly Group[] | undefined): Scope {
  const [group, repo] = [query.get("group") ?? "", query.get("in") ?? ""];
  if (group === "") return { group, repo, repos: repo === "" ? [] : [repo], is_empty: false };
  const repos = groups && (groups.find((one) => one.name === group)?.members ?? []);
  return { group, repo: "", repos, is_empty: repos?.length === 0 };
}

/** A key for what is loaded of a scope; null while there is nothing to load. */
export const scope_key = (scope: Scope, of: string): string | null =>
  scope.repos === undefined || scope.is_empty ? null : `${of} ${scope.repos.join("\n")}`;

export const is_within = (scope: Scope, repo: string): boolean =>
  !scope.is_empty && scope.repos !== undefined && (scope.repos.length === 0 || scope.repos.includes(repo));
