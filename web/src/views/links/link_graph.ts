import type { EndpointSide, Link, UnmatchedCall } from "../../api/links.ts";
import type { Service } from "../../api/services.ts";

/** What calls or answers in the drawing: a program or part of a repository that has several, else the repository. */
export interface End {
  id: string;
  repo: string;
  program: string | undefined;
}

/** Where one end of a link stands. */
export interface Side {
  repo: string;
  path: string;
  service?: string;
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

const whole = (repo: string): End => ({ id: repo, repo, program: undefined });

/** The folder in which all files lie, with a slash behind it; "" where they have none in common. */
function common_folder(paths: readonly string[]): string {
  const [first = "", ...others] = paths;
  let common = first.slice(0, first.lastIndexOf("/") + 1);
  for (const path of others) while (!path.startsWith(common)) common = common.slice(0, common.lastIndexOf("/", common.length - 2) + 1);
  return common;
}

const folder_below = (common: string, path: string): string | undefined => /^([^/]+)\//.exec(path.slice(common.length))?.[1];

/** Repositories that call themselves across folders, with the folder that these lie in. */
function split_repositories(links: readonly Link[]): Map<string, string> {
  const inside = new Map<string, Link[]>();
  for (const link of links)
    if (link.client.repo === link.endpoint.repo) inside.set(link.client.repo, [...(inside.get(link.client.repo) ?? []), link]);
  const split = new Map<string, string>();
  for (const [repo, own] of inside) {
    const common = common_folder(own.flatMap(({ client, endpoint }) => [client.path, endpoint.path]));
    if (own.some(({ client, endpoint }) => folder_below(common, client.path) !== folder_below(common, endpoint.path)))
      split.set(repo, common);
  }
  return split;
}

/**
 * Tells which part of a repository a file belongs to: of a repository with several programs, that whose folder it lies in; of one that calls
 * itself without them, its folder.
 */
export class Programs {
  readonly #folders = new Map<string, { name: string; folder: string }[]>();
  readonly #split: ReadonlyMap<string, string>;

  constructor(services: readonly Service[], links: readonly Link[]) {
    this.#split = split_repositories(links);
    for (const { name, repo, module, code } of services)
      if (code && repo !== undefined && module !== undefined)
        this.#folders.set(repo, [...(this.#folders.get(repo) ?? []), { name, folder: module }]);
    for (const programs of this.#folders.values()) programs.sort((a, b) => b.folder.length - a.folder.length);
  }

  end_of({ repo, path, service }: Side): End {
    const programs = this.#folders.get(repo) ?? [];
    const common = this.#split.get(repo);
    const name =
      programs.length > 1
        ? (service ?? programs.find(({ folder }) => path.startsWith(`${folder}/`))?.name)
        : common === undefined
          ? undefined
          : folder_below(common, path);
    return name === undefined ? whole(repo) : { id: `${repo}/${name}`, repo, program: name };
  }
}

/** A link with the ends that it is drawn between. */
export interface DrawnLink extends Link {
  from: End;
  to: End;
}

export const drawn = (links: readonly Link[], programs: Programs): DrawnLink[] =>
  links.map((link) => ({ ...link, from: programs.end_of(link.client), to: programs.end_of(link.endpoint) }));

export const pair_of = (from: End, to: End): string => `${from.id}>${to.id}`;

export function bundles_of(links: readonly DrawnLink[]): Bundle[] {
  const bundles = new Map<string, Bundle>();
  for (const { from, to, confidence } of links) {
    const known = bundles.get(pair_of(from, to));
    if (known) Object.assign(known, { links: known.links + 1, confidence: better(known.confidence, confidence) });
    else bundles.set(pair_of(from, to), { from, to, links: 1, confidence });
  }
  return [...bundles.values()].sort((a, b) => b.links - a.links);
}

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
  /** Id of an end of the drawing that they touch. */
  node: string;
  /** The ends that they lead from and to, as `pair_of` has it. */
  pair: string;
}

export const narrowed = (links: readonly DrawnLink[], { words, node, pair }: LinkFilter): DrawnLink[] =>
  links.filter(({ http_method, url, client, endpoint, from, to }) => {
    if (node !== "" && from.id !== node && to.id !== node) return false;
    if (pair !== "" && pair_of(from, to) !== pair) return false;
    return holds(words, http_method, url, endpoint.route, endpoint.handler, client.path, endpoint.path, client.in);
  });

export const of_call = (calls: readonly UnmatchedCall[], programs: Programs, { words, node }: LinkFilter): UnmatchedCall[] =>
  calls.filter(
    ({ http_method, url, client, reason }) =>
      (node === "" || programs.end_of(client).id === node) && holds(words, http_method, url, client.path, client.in, reason),
  );

export const of_endpoint = (endpoints: readonly EndpointSide[], programs: Programs, { words, node }: LinkFilter): EndpointSide[] =>
  endpoints.filter(
    (one) =>
      (node === "" || programs.end_of(one).id === node) &&
      holds(words, one.http_method, one.route, one.handler, one.path, one.framework, one.service),
  );
