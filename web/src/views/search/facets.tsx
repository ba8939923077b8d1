import { useMemo, useRef, useState } from "preact/hooks";
import type { Hit, Repository } from "../../api/shapes.ts";
import { change } from "../../state/location.ts";
import { type Choice, choices_of, type Counts, counts_of, type Facet } from "./facet_counts.ts";
import { filters_of, type SearchState } from "./search_state.ts";

const FEW = 7;

const Choices = ({ title, parameter, choices }: { title: string; parameter: string; choices: readonly Choice[] }) => {
  const [all, show_all] = useState(false);
  if (choices.length === 0) return null;
  const chosen = choices.filter((choice) => choice.chosen).map((choice) => choice.value);
  const toggle = (choice: Choice) =>
    change({ [parameter]: choice.chosen ? chosen.filter((value) => value !== choice.value) : [...chosen, choice.value], n: undefined });
  const shown = all ? choices : choices.filter((choice, index) => index < FEW || choice.chosen);
  return (
    <fieldset class="facet">
      <legend>{title}</legend>
      {shown.map((choice) => (
        <label key={choice.value} class="choice">
          <input type="checkbox" checked={choice.chosen} onChange={() => toggle(choice)} />
          <span class="choice-name">{choice.value}</span>
          <span class="choice-count">{choice.count === undefined ? "" : choice.count}</span>
        </label>
      ))}
      {shown.length < choices.length || all ? (
        <button type="button" class="text-button" onClick={() => show_all(!all)}>
          {all ? "Fewer" : `${choices.length - shown.length} more`}
        </button>
      ) : null}
    </fieldset>
  );
};

/** Counts of the last results that a facet itself did not narrow, for the same words. */
function useSeen(state: SearchState, results: readonly Hit[], facet: Facet, chosen: readonly string[]): [Counts, Counts] {
  const seen = useRef<{ text: string; counts: Counts }>({ text: "", counts: new Map() });
  const now = useMemo(() => counts_of(results, facet), [results, facet]);
  if (chosen.length === 0 || seen.current.text !== state.text) seen.current = { text: state.text, counts: now };
  return [seen.current.counts, now];
}

function PathField({ path }: { path: string }) {
  const [text, set] = useState(path);
  const shown = useRef(path);
  if (shown.current !== path) {
    shown.current = path;
    if (text !== path) set(path);
  }
  return (
    <label class="field facet">
      <span>Path</span>
      <input
        type="text"
        value={text}
        placeholder="src/**"
        spellcheck={false}
        autocomplete="off"
        onInput={(event) => set(event.currentTarget.value)}
        onChange={() => change({ path: text.trim(), n: undefined })}
      />
    </label>
  );
}

export function Facets({
  state,
  results,
  repositories,
}: {
  state: SearchState;
  results: readonly Hit[];
  repositories: readonly Repository[];
}) {
  const [repos_seen, repos_now] = useSeen(state, results, "repo", state.repos);
  const [languages_seen, languages_now] = useSeen(state, results, "language", state.languages);
  const [kinds_seen, kinds_now] = useSeen(state, results, "kind", state.kinds);
  const active = filters_of(state);
  const known = useMemo(() => repositories.map((one) => one.name), [repositories]);
  return (
    <div class="facets">
      <Choices title="Repository" parameter="repo" choices={choices_of(repos_seen, repos_now, known, state.repos)} />
      <Choices title="Language" parameter="lang" choices={choices_of(languages_seen, languages_now, [], state.languages)} />
      <Choices title="Kind" parameter="kind" choices={choices_of(kinds_seen, kinds_now, [], state.kinds)} />
      <PathField path={state.path} />
      <p class="muted small">Numbers count the results shown.</p>
      {active > 0 ? (
        <button
          type="button"
          class="button small"
          onClick={() => change({ repo: undefined, lang: undefined, kind: undefined, path: undefined, n: undefined })}
        >
          Clear {active === 1 ? "the filter" : `${active} filters`}
        </button>
      ) : null}
    </div>
  );
}
