import { ask } from "./client.ts";

export interface Endpoint {
  http_method: string;
  route: string;
  repo: string;
  module: string;
  service: string;
  controller?: string;
  method_name?: string;
  path: string;
  start_line: number;
  flow_name?: string;
  framework: string;
}

export interface Endpoints {
  endpoints: Endpoint[];
  total: number;
  warnings?: string[];
}

export interface Step {
  order: number;
  layer: string;
  symbol: string;
  repo: string;
  path: string;
  start_line: number;
  called_by?: number;
  branch?: number;
  via?: string;
  async?: boolean;
  service?: string;
  host?: string;
  request?: string;
}

export interface ServiceCall {
  from_service: string;
  to_service: string;
  http_method?: string;
  route?: string;
  via: string;
  repo: string;
  evidence: { path: string; line: number };
}

export interface Flow {
  name: string;
  endpoint: string;
  http_method: string;
  repo: string;
  steps: Step[];
  mermaid: string;
  cross_service: ServiceCall[];
  cut?: boolean;
  warnings?: string[];
}

/** Of these repositories, or of all where none is named. */
export const load_endpoints = (repos: readonly string[], signal: AbortSignal): Promise<Endpoints> =>
  ask<Endpoints>("/api/v1/endpoints", { query: { limit: 5000, repo: repos }, signal });

export const load_flow = (endpoint: string, repo: string, signal: AbortSignal): Promise<Flow> =>
  ask<Flow>("/api/v1/flows", { query: { endpoint, repo, limit: 1 }, signal });
