import { ask } from "../api/client.ts";
import { ended_jobs } from "../api/jobs.ts";
import type { Repositories } from "../api/shapes.ts";
import type { Group } from "../api/topology.ts";
import { type Resource, useResource } from "./resource.ts";
import { useStore } from "./store.ts";

/** The repositories, asked for again whenever a job has ended. */
export function useRepositories(): Resource<Repositories> {
  const ended = useStore(ended_jobs);
  return useResource(`repos ${ended}`, (signal) => ask<Repositories>("/api/v1/repos", { signal }));
}

/** The groups with their members. */
export const useGroups = (): Resource<{ groups: Group[] }> =>
  useResource("groups", (signal) => ask<{ groups: Group[] }>("/api/v1/groups", { signal }));
