import { useState } from "preact/hooks";
import { Loading } from "../../parts/states.tsx";
import { change } from "../../state/location.ts";
import { useResource } from "../../state/resource.ts";
import { useTypedText } from "../../state/typed_text.ts";
import { type Choice, choices_of, count_facets, counting_requests } from "./facet_counts.ts";
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
        <label key={choice.value} class={choice.count === 0 && !choice.chosen ? "choice choice-none" : "choice"} title={choice.value}>
          <input type="checkbox" checked={choice.chosen} onChange={() => toggle(choice)} />
          <span class="choice-name">{choice.value}</span>
          <span class="choice-count">{choice.count}</span>
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

function PathField({ path }: { path: string }) {
  const typed = useTypedText(path, (next) => change({ path: next, n: undefined }, "replace"));
  return (
    <label class="field facet">
      <span>Path</span>
      <input
        type="text"
        value={typed.text}
        placeholder="src/**"
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        onInput={(event) => typed.type(event.currentTarget.value)}
      />
    </label>
  );
}

/** Filters with how many results each has. They are counted by themselves, after the results: nobody waits for them. */
export function Facets({ state, known }: { state: SearchState; known: readonly string[] }) {
  const requests = counting_requests(state);
  const answer = useResource(state.text === "" ? null : JSON.stringify(requests), (signal) => count_facets(requests, signal));
  const active = filters_of(state);
  if (state.text !== "" && !answer.data && !answer.problem) return <Loading lines={8} label="Counting" />;
  const counts = answer.problem ? undefined : answer.data?.counts;
  return (
    <div class="facets">
      <Choices title="Repository" parameter="repo" choices={choices_of(counts?.repos, known, state.repos)} />
      <Choices title="Language" parameter="lang" choices={choices_of(counts?.languages, [], state.languages)} />
      <Choices title="Kind" parameter="kind" choices={choices_of(counts?.kinds, [], state.kinds)} />
      <PathField path={state.path} />
      {answer.data && counts && answer.data.counted > 0 ? (
        <p class="muted small">Numbers count the best {answer.data.counted} results.</p>
      ) : null}
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
