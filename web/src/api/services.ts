import { ask } from "./client.ts";

export interface Evidence {
  path: string;
  line: number;
}

export interface Service {
  name: string;
  repo?: string;
  module?: string;
  infrastructure: boolean;
  role: string;
  system?: string;
  port?: number;
  code: boolean;
  evidence?: Evidence;
}

export interface ServiceRequest {
  http_method?: string;
  route?: string;
  via?: string;
  evidence: Evidence;
}

export interface ServiceEdge {
  from: string;
  to: string;
  kind: string;
  repo: string;
  evidence: Evidence;
  confidence: string;
  requests?: ServiceRequest[];
}

export interface ServiceMap {
  services: Service[];
  edges: ServiceEdge[];
  mermaid: string;
  total: number;
  warnings?: string[];
}

/** Of these repositories, or of all where none is named. */
export const load_services = (repos: readonly string[], signal: AbortSignal): Promise<ServiceMap> =>
  ask<ServiceMap>("/api/v1/graph/services", { query: { repo: repos }, signal });
