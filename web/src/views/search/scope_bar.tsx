import { Segmented } from "../../parts/segmented.tsx";
import { change } from "../../state/location.ts";
import { DEEPEST, type Expand, type SearchState } from "./search_state.ts";

const MODE_OPTIONS = [
  { value: "hybrid", label: "Hybrid", title: "Words, names and meaning" },
  { value: "keyword", label: "Words", title: "Words and names only" },
  { value: "semantic", label: "Meaning", title: "Vectors only" },
] as const;

const EXPAND_OPTIONS: readonly { value: Expand; label: string }[] = [
  { value: "none", label: "these repositories only" },
  { value: "upstream", label: "also what they depend on" },
  { value: "downstream", label: "also what depends on them" },
  { value: "both", label: "also both of these" },
];

/** Mode, group, how far beyond, and whether the plan is shown. */
export function ScopeBar({ state, groups }: { state: SearchState; groups: readonly string[] | undefined }) {
  const names = [...new Set([...(groups ?? []), ...state.groups])];
  return (
    <div class="scope-bar">
      <Segmented
        name="mode"
        label="Mode"
        options={MODE_OPTIONS}
        value={state.mode}
        choose={(mode) => change({ mode: mode === "hybrid" ? undefined : mode })}
      />
      <label class="inline-field check">
        <input type="checkbox" checked={state.plan} onChange={() => change({ plan: state.plan ? undefined : "1" })} />
        <span>Explain</span>
      </label>
      {names.length > 0 ? (
        <label class="inline-field">
          <span>Group</span>
          <select value={state.groups[0] ?? ""} onChange={(event) => change({ group: event.currentTarget.value, n: undefined })}>
            <option value="">any</option>
            {names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <label class="inline-field">
        <span>Search</span>
        <select
          value={state.expand}
          onChange={(event) =>
            change({ expand: event.currentTarget.value === "none" ? undefined : event.currentTarget.value, n: undefined })
          }
        >
          {EXPAND_OPTIONS.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </label>
      {state.expand === "none" ? null : (
        <label class="inline-field">
          <span>Hops</span>
          <select value={String(state.depth)} onChange={(event) => change({ depth: event.currentTarget.value })}>
            {Array.from({ length: DEEPEST }, (_, index) => (
              <option key={index} value={String(index + 1)}>
                {index + 1}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
