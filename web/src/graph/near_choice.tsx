import { Segmented } from "../parts/segmented.tsx";
import { change, usePlace } from "../state/location.ts";
import { NEAR, type Near } from "./near.ts";
import type { NodeSpec } from "./specs.ts";

/** How much is drawn around what is chosen, as the address says. */
export function useNear(): Near {
  const given = usePlace().query.get("near");
  return NEAR.find((one) => one === given) ?? "all";
}

const OPTIONS: readonly { value: Near; label: string; title: string }[] = [
  { value: "all", label: "Everything", title: "All, with what is chosen standing out" },
  { value: "1", label: "Neighbours", title: "Only what an arrow leads to or comes from" },
  { value: "2", label: "Two steps", title: "Neighbours, and theirs" },
];

interface Props {
  /** What a node is, as "Service". */
  label: string;
  nodes: readonly NodeSpec[];
  chosen: string | undefined;
  /** Of the address, in which the chosen node stands. */
  parameter: string;
  /** What else a choice does away with. */
  resets?: readonly string[];
}

/** Names of nodes; those of the same name with what tells them apart. */
function named(nodes: readonly NodeSpec[]): { id: string; name: string }[] {
  const times = new Map<string, number>();
  for (const { label } of nodes) times.set(label, (times.get(label) ?? 0) + 1);
  return nodes
    .map(({ id, label, note }) => ({ id, name: (times.get(label) ?? 0) > 1 ? `${label} (${note ?? id})` : label }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** Chooses a node without looking for it in the drawing, and how much is drawn around it. */
export function NearChoice({ label, nodes, chosen, parameter, resets = [] }: Props) {
  const near = useNear();
  const cleared = Object.fromEntries(resets.map((one) => [one, undefined]));
  const choose = (id: string) => change({ ...cleared, [parameter]: id, near: id === "" ? undefined : chosen === undefined ? "1" : near });
  return (
    <div class="near-choice">
      <label class="inline-field">
        <span>{label}</span>
        <select value={chosen ?? ""} aria-label={label} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="">all</option>
          {named(nodes).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {chosen === undefined ? null : (
        <Segmented
          name={`near-${parameter}`}
          label="How much is drawn"
          options={OPTIONS}
          value={near}
          choose={(next) => change({ near: next === "all" ? undefined : next })}
        />
      )}
    </div>
  );
}
