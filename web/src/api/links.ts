import { ask } from "./client.ts";
import type { Schemas } from "./schema.ts";

export type Links = Schemas["ApiLinks"];
/** A call of a client and the endpoint that it lands at. */
export type Link = Links["links"][number];
export type UnmatchedCall = Links["unmatched"][number];
export type EndpointSide = Schemas["LinkedEndpoint"];

/** Links with one of these repositories on either side; of all where none is named. */
export const load_links = (repos: readonly string[], signal: AbortSignal): Promise<Links> =>
  ask<Links>("/api/v1/graph/links", { query: { repo: repos }, signal });

/** Names a link in an address. */
export const link_name = (link: Link): string =>
  `${link.client.repo}:${link.client.path}:${link.client.line}>${link.endpoint.repo}:${link.endpoint.path}:${link.endpoint.line}`;

/** The repository of the client in such a name. */
export const client_of = (name: string): string => name.slice(0, name.indexOf(":"));
