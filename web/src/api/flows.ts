import { ask } from "./client.ts";
import type { Schemas } from "./schema.ts";

export type Endpoints = Schemas["Endpoints"];
export type Endpoint = Endpoints["endpoints"][number];
export type Flow = Schemas["Flow"];
export type Step = Flow["steps"][number];

/** Of these repositories, or of all where none is named. */
export const load_endpoints = (repos: readonly string[], signal: AbortSignal): Promise<Endpoints> =>
  ask<Endpoints>("/api/v1/endpoints", { query: { limit: 5000, repo: repos }, signal });

/** What is to be known about what was read of a repository: files that could not be parsed whole. */
export const load_remarks = async (repo: string, signal: AbortSignal): Promise<string[]> =>
  (await ask<Endpoints>("/api/v1/endpoints", { query: { limit: 1, repo: [repo] }, signal })).warnings ?? [];

export const load_flow = (endpoint: string, repo: string, signal: AbortSignal): Promise<Flow> =>
  ask<Flow>("/api/v1/flows", { query: { endpoint, repo, limit: 1 }, signal });
