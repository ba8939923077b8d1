import { ask, part, type Problem, send } from "./client.ts";
import type { Schemas } from "./schema.ts";

export type Group = Schemas["Group"];
/** Groups and dependencies of all repositories, as of one version. */
export type Topology = Schemas["RelationGraph"];
export type Dependency = Topology["dependencies"][number];
export type Suggestions = Schemas["Suggestions"];
/** A dependency that nobody declared, and what says that it is one. */
export type Suggestion = Suggestions["suggestions"][number];
export type Relations = Schemas["Relations"];

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
