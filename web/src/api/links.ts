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

export const load_links = (signal: AbortSignal): Promise<Links> => ask<Links>("/api/v1/graph/links", { signal });

/** Names a link in an address. */
export const link_name = (link: Link): string =>
  `${link.client.repo}:${link.client.path}:${link.client.line}>${link.endpoint.repo}:${link.endpoint.path}:${link.endpoint.line}`;
