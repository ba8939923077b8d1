import { ask } from "./client.ts";
import type { Schemas } from "./schema.ts";

export type ServiceMap = Schemas["ServiceMap"];
export type Service = ServiceMap["services"][number];
export type ServiceEdge = ServiceMap["edges"][number];

/** Of these repositories, or of all where none is named. */
export const load_services = (repos: readonly string[], signal: AbortSignal): Promise<ServiceMap> =>
  ask<ServiceMap>("/api/v1/graph/services", { query: { repo: repos }, signal });
