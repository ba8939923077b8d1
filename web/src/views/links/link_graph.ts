import type { EndpointSide, Link, UnmatchedCall } from "../../api/links.ts";

/** What calls or answers in the drawing: a repository, or one service of a repository that has several. */
export interface End {
  id: string;
  repo: string;
  service: string | undefined;
}

/** All links from one end to another. */
export interface Bundle {
  from: End;
  to: End;
  links: number;
  /** The best of them: that a bundle is certain says that one link in it is. */
  confidence: string;
}

const RANK = ["exact", "scoped", "name"];

const better = (a: string, b: string): string => {
  const [x, y] = [RANK.indexOf(a), RANK.indexOf(b)];
  return y >= 0 && (x < 0 || y < x) ? b : a;
};

const whole = (repo: string): End => ({ id: repo, repo, service: undefined });

function end_of(endpoint: EndpointSide, services: ReadonlyMap<string, ReadonlySet<string>>): End {
  const { repo, service } = endpoint;
  const has_several = (services.get(repo)?.size ?? 0) > 1;
  return service === undefined || service === repo || !has_several ? whole(repo) : { id: `${repo}/${service}`, repo, service };
}

export function bundles_of(links: readonly Link[]): Bundle[] {
  const services = new Map<string, Set<string>>();
  for (const { endpoint } of links)
    if (endpoint.service !== undefined) services.set(endpoint.repo, (services.get(endpoint.repo) ?? new Set()).add(endpoint.service));
  const bundles = new Map<string, Bundle>();
  for (const link of links) {
    const [from, to] = [whole(link.client.repo), end_of(link.endpoint, services)];
    const key = `${from.id}\n${to.id}`;
    const known = bundles.get(key);
    if (known) Object.assign(known, { links: known.links + 1, confidence: better(known.confidence, link.confidence) });
    else bundles.set(key, { from, to, links: 1, confidence: link.confidence });
  }
  return [...bundles.values()].sort((a, b) => b.links - a.links);
}

/** Whether a link has to do with an end, given by its id; "" for any. */
const touches = (link: Link, end: string): boolean =>
  end === "" || link.client.repo === end || link.endpoint.repo === end || `${link.endpoint.repo}/${link.endpoint.service ?? ""}` === end;

const holds = (words: string, ...texts: (string | undefined)[]): boolean => {
  const held = texts.join(" ").toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => held.includes(word));
};

/** What links have to be like; "" is any. */
export interface LinkFilter {
  /** All of which stand in verb, address, route or place. */
  words: string;
  confidence: string;
  /** Id of an end of the drawing that they touch. */
  end: string;
  /** `from>to`: the ends that they lead from and to. */
  pair: string;
}

function is_of_pair(link: Link, pair: string): boolean {
  const [from = "", to = ""] = pair.split(">");
  return link.client.repo === from && (link.endpoint.repo === to || `${link.endpoint.repo}/${link.endpoint.service ?? ""}` === to);
}

export const narrowed = (links: readonly Link[], { words, confidence, end, pair }: LinkFilter): Link[] =>
  links.filter((link) => {
    const { http_method, url, client, endpoint } = link;
    if (confidence !== "" && link.confidence !== confidence) return false;
    if (!touches(link, end) || (pair !== "" && !is_of_pair(link, pair))) return false;
    return holds(words, http_method, url, endpoint.route, endpoint.handler, client.path, endpoint.path, client.in);
  });

export const of_call = (calls: readonly UnmatchedCall[], words: string, repo: string): UnmatchedCall[] =>
  calls.filter(
    ({ http_method, url, client, reason }) =>
      (repo === "" || client.repo === repo) && holds(words, http_method, url, client.path, client.in, reason),
  );

export const of_endpoint = (endpoints: readonly EndpointSide[], words: string, repo: string): EndpointSide[] =>
  endpoints.filter((one) => (repo === "" || one.repo === repo) && holds(words, one.http_method, one.route, one.handler, one.path));
