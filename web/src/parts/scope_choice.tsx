import { useGroups, useRepositories } from "../state/known.ts";
import { change } from "../state/location.ts";
import type { Scope } from "../api/scope.ts";
import { Icon } from "./icon.tsx";
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

const Chosen = ({ name, kind, remove }: { name: string; kind: string; remove: () => void }) => (
  <li class="chip chip-member">
    <span title={kind}>{name}</span>
    <button type="button" class="chip-button" aria-label={`Leave out the ${kind} ${name}`} onClick={remove}>
      <Icon name="close" />
    </button>
  </li>
);

/** Chooses of which repositories a view speaks: groups and single ones, together. `resets` names parameters that mean nothing in another scope. */
export function ScopeChoice({ scope, resets = [] }: { scope: Scope; resets?: readonly string[] }) {
  const groups = useGroups().data?.groups.map((one) => one.name) ?? [];
  const repositories = useRepositories().data?.repositories.map((one) => one.name) ?? [];
  const { groups: in_groups, named } = scope;
  const is_all = in_groups.length + named.length === 0;
  const cleared = Object.fromEntries(resets.map((one) => [one, undefined]));
  const set = (group: readonly string[], repos: readonly string[]) => change({ ...cleared, group, in: repos });
  const add = (choice: string) => {
    const [kind, name] = [choice.slice(0, choice.indexOf(":")), choice.slice(choice.indexOf(":") + 1)];
    if (choice === "") set([], []);
    else if (kind === "group") set([...in_groups, name], named);
    else set(in_groups, [...named, name]);
  };
  const without = (names: readonly string[], name: string) => names.filter((one) => one !== name);
  return (
    <div class="scope-choice">
      {is_all ? null : (
        <ul class="plain chips" aria-label="Repositories shown">
          {in_groups.map((name) => (
            <Chosen key={name} name={name} kind="group" remove={() => set(without(in_groups, name), named)} />
          ))}
          {named.map((name) => (
            <Chosen key={name} name={name} kind="repository" remove={() => set(in_groups, without(named, name))} />
          ))}
        </ul>
      )}
      <label class="inline-field">
        <span>{is_all ? "Of" : "and"}</span>
        <select value={is_all ? "" : "more"} aria-label="Of which repositories" onChange={(event) => add(event.currentTarget.value)}>
          {is_all ? null : <option value="more">choose more</option>}
          <option value="">all repositories</option>
          <Names label="Groups" kind="group" names={groups.filter((name) => !in_groups.includes(name))} />
          <Names label="Repositories" kind="in" names={repositories.filter((name) => !named.includes(name))} />
        </select>
      </label>
    </div>
  );
}

export const EmptyScope = ({ groups }: { groups: readonly string[] }) => (
  <Empty
    icon="group"
    title={groups.length === 1 ? `The group ${groups[0]} has no repositories` : `The groups ${groups.join(", ")} have no repositories`}
  >
    <a class="button" href="/groups">
      To the groups
    </a>
  </Empty>
);
