import { ask, part, Problem, send } from "./client.ts";

export interface Group {
  name: string;
  members: string[];
}

export interface Dependency {
  from: string;
  to: string;
  /** Who says so: a person, or what was found and accepted. */
  origin?: string;
}

/** A line in the repository that depends, and what is made of it. */
export interface DependencyEvidence {
  kind: string;
  name: string;
  path: string;
  line: number;
  reason: string;
}

/** A dependency that nobody declared, and what says that it is one. */
export interface Suggestion {
  from: string;
  to: string;
  evidence: DependencyEvidence[];
  /** Of the evidence; more than is listed. */
  total: number;
}

export interface Suggestions {
  version: number;
  suggestions: Suggestion[];
  warnings?: string[];
}

/** Groups and dependencies of all repositories, as of one version. */
export interface Topology {
  version: number;
  repositories: string[];
  groups: Group[];
  dependencies: Dependency[];
}

export interface Relations {
  repo: string;
  groups: string[];
  dependencies: string[];
  dependents: string[];
}

export const load_topology = (signal: AbortSignal): Promise<Topology> => ask<Topology>("/api/v1/graph/relations", { signal });

/** A change that holds only where nobody else changed anything since `version`. */
async function change(version: number, method: "POST" | "DELETE", path: string, body?: unknown): Promise<void> {
  await send(path, { method, ...(body === undefined ? {} : { body }), headers: { "If-Match": `"${version}"` } });
}

/** Whether somebody else was faster: what is shown is old, and has to be loaded again. */
export const was_overtaken = (problem: Problem): boolean => problem.status === 412;

export const create_group = (version: number, name: string, members: readonly string[]) =>
  change(version, "POST", "/api/v1/groups", { name, repo_ids: members });
export const delete_group = (version: number, name: string) => change(version, "DELETE", `/api/v1/groups/${part(name)}`);
export const add_member = (version: number, group: string, repo: string) =>
  change(version, "POST", `/api/v1/groups/${part(group)}/members`, { repo_ids: [repo] });
export const remove_member = (version: number, group: string, repo: string) =>
  change(version, "DELETE", `/api/v1/groups/${part(group)}/members/${part(repo)}`);
export const add_dependency = (version: number, from: string, to: string) =>
  change(version, "POST", `/api/v1/repos/${part(from)}/dependencies`, { depends_on: to });
export const remove_dependency = (version: number, from: string, to: string) =>
  change(version, "DELETE", `/api/v1/repos/${part(from)}/dependencies/${part(to)}`);

export const load_suggestions = (signal: AbortSignal): Promise<Suggestions> => ask<Suggestions>("/api/v1/graph/suggestions", { signal });
export const decide = (version: number, from: string, to: string, decision: "accept" | "dismiss") =>
  change(version, "POST", `/api/v1/repos/${part(from)}/suggestions/${part(to)}`, { decision });
