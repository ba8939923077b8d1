import { ask } from "./client.ts";

export interface ClientSide {
  repo: string;
  path: string;
  line: number;
  in?: string;
}

export interface EndpointSide {
  repo: string;
  http_method?: string;
  route: string;
  handler?: string;
  path: string;
  line: number;
  service?: string;
  framework?: string;
}

/** A call of a client and the endpoint that it lands at. */
export interface Link {
  http_method?: string;
  url: string;
  via?: string;
  protocol?: "http" | "grpc" | "graphql";
  client: ClientSide;
  endpoint: EndpointSide;
  confidence: string;
  evidence?: unknown;
}

export interface UnmatchedCall {
  http_method?: string;
  url: string;
  via?: string;
  protocol?: "http" | "grpc" | "graphql";
  client: ClientSide;
  reason?: string;
}

export interface Links {
  links: Link[];
  unmatched: UnmatchedCall[];
  /** Endpoints that no call was found to. */
  uncalled?: EndpointSide[];
  total?: number;
  total_unmatched?: number;
  total_uncalled?: number;
  warnings?: string[];
}

/** Links with one of these repositories on either side; of all where none is named. */
export const load_links = (repos: readonly string[], signal: AbortSignal): Promise<Links> =>
  ask<Links>("/api/v1/graph/links", { query: { repo: repos }, signal });

/** Names a link in an address. */
export const link_name = (link: Link): string =>
  `${link.client.repo}:${link.client.path}:${link.client.line}>${link.endpoint.repo}:${link.endpoint.path}:${link.endpoint.line}`;

/** The repository of the client in such a name. */
export const client_of = (name: string): string => name.slice(0, name.indexOf(":"));
