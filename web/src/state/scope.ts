import { type Scope, scope_of } from "../api/scope.ts";
import { useGroups } from "./known.ts";
import { usePlace } from "./location.ts";

/** The scope of the present address. A group that can't be asked for counts as empty. */
export function useScope(): Scope {
  const groups = useGroups();
  return scope_of(usePlace().query, groups.data?.groups ?? (groups.problem ? [] : undefined));
}
