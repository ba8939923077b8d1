import { useGroups, useRepositories } from "../state/known.ts";
import { change } from "../state/location.ts";
import type { Scope } from "../api/scope.ts";
import { Empty } from "./states.tsx";

const Names = ({ label, kind, names }: { label: string; kind: "group" | "in"; names: readonly string[] }) =>
  names.length === 0 ? null : (
    <optgroup label={label}>
      {names.map((name) => (
        <option key={name} value={`${kind}:${name}`}>
          {name}
        </option>
      ))}
    </optgroup>
  );

const with_chosen = (names: readonly string[], chosen: string): string[] => [...new Set([...names, ...(chosen === "" ? [] : [chosen])])];

/** Chooses of which repositories a view speaks. `resets` names parameters that mean nothing in another scope. */
export function ScopeChoice({ scope, resets = [] }: { scope: Scope; resets?: readonly string[] }) {
  const groups = useGroups().data?.groups.map((one) => one.name) ?? [];
  const repositories = useRepositories().data?.repositories.map((one) => one.name) ?? [];
  const value = scope.group !== "" ? `group:${scope.group}` : scope.repo !== "" ? `in:${scope.repo}` : "";
  const choose = (next: string) => {
    const [kind, name] = [next.slice(0, next.indexOf(":")), next.slice(next.indexOf(":") + 1)];
    const cleared = Object.fromEntries(resets.map((one) => [one, undefined]));
    change({ ...cleared, group: kind === "group" ? name : undefined, in: kind === "in" ? name : undefined });
  };
  return (
    <label class="inline-field scope-choice">
      <span>Of</span>
      <select value={value} aria-label="Of which repositories" onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">all repositories</option>
        <Names label="Groups" kind="group" names={with_chosen(groups, scope.group)} />
        <Names label="Repositories" kind="in" names={with_chosen(repositories, scope.repo)} />
      </select>
    </label>
  );
}

export const EmptyScope = ({ group }: { group: string }) => (
  <Empty icon="group" title={`The group ${group} has no repositories`}>
    <a class="button" href="/groups">
      To the groups
    </a>
  </Empty>
);
