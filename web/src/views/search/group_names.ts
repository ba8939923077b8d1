import { ask } from "../../api/client.ts";
import { useResource } from "../../state/resource.ts";

/** Names of the groups; undefined while they are not known, or where the server has none. */
export function useGroupNames(): readonly string[] | undefined {
  const groups = useResource("groups", (signal) => ask<{ groups: { name: string }[] }>("/api/v1/groups", { signal }));
  return groups.data?.groups.map((group) => group.name);
}
