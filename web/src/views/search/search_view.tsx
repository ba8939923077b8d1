import { useMemo } from "preact/hooks";
import { ask } from "../../api/client.ts";
import { ended_jobs } from "../../api/jobs.ts";
import type { Repositories, Repository, SearchAnswer } from "../../api/shapes.ts";
import { Empty, Failed, Loading } from "../../parts/states.tsx";
import { useGroups, useRepositories } from "../../state/known.ts";
import { change, here_with, usePlace } from "../../state/location.ts";
import { useMedia } from "../../state/media.ts";
import { type Resource, useResource } from "../../state/resource.ts";
import { useStore } from "../../state/store.ts";
import { count, counted } from "../../text/format.ts";
import { AnswerLine } from "./answer_line.tsx";
import { Facets } from "./facets.tsx";
import { walk_results } from "./keyboard.ts";
import { PlanTable } from "./plan_table.tsx";
import { ResultCard } from "./result_card.tsx";
import { SearchBox } from "./search_box.tsx";
import { ScopeBar } from "./scope_bar.tsx";
import { filters_of, PAGE, read_search, request_of, type SearchState } from "./search_state.ts";

function Intro({ repositories }: { repositories: Resource<Repositories> }) {
  const known = repositories.data?.repositories;
  if (repositories.problem) return <Failed problem={repositories.problem} retry={repositories.reload} />;
  if (!known) return <Loading lines={3} />;
  if (known.length === 0) {
    return (
      <Empty icon="folder" title="No repository is registered yet">
        <p>Add a folder of this machine or a Git address; its code can be searched as soon as it is indexed.</p>
        <a class="button primary" href="/repositories">
          Add a repository
        </a>
      </Empty>
    );
  }
  return <Overview known={known} />;
}

const MOST_NAMED = 12;

const Overview = ({ known }: { known: readonly Repository[] }) => (
  <div class="intro">
    <p class="intro-text">
      {counted(known.length, "repository", "repositories")}, {count(known.reduce((sum, one) => sum + one.files, 0))} files,{" "}
      {count(known.reduce((sum, one) => sum + one.units, 0))} functions, types and sections.
    </p>
    <ul class="plain intro-list" aria-label="Search in one repository">
      {known.slice(0, MOST_NAMED).map((one) => (
        <li key={one.id}>
          <a
            class="intro-link"
            href={`/search?repo=${encodeURIComponent(one.name)}`}
            onClick={() => document.getElementById("search-text")?.focus()}
          >
            <span class="intro-name">{one.name}</span>
            <span class="muted small">{counted(one.files, "file")}</span>
          </a>
        </li>
      ))}
    </ul>
    {known.length > MOST_NAMED ? <a href="/repositories">All {count(known.length)} repositories</a> : null}
    <ul class="tips">
      <li>
        <kbd>/</kbd> into the box
      </li>
      <li>
        <kbd>↓</kbd> <kbd>↑</kbd> through results
      </li>
      <li>
        <kbd>Enter</kbd> opens one
      </li>
      <li>
        <kbd>Esc</kbd> back
      </li>
      <li>
        <kbd>?</kbd> all keys
      </li>
    </ul>
  </div>
);

function Results({
  state,
  search,
  repositories,
}: {
  state: SearchState;
  search: Resource<SearchAnswer>;
  repositories: Resource<Repositories>;
}) {
  const answer = search.data;
  if (search.problem) return <Failed problem={search.problem} retry={search.reload} />;
  if (!answer) return state.text === "" ? <Intro repositories={repositories} /> : <Loading lines={8} label="Searching" />;
  return (
    <>
      <AnswerLine answer={answer} state={state} />
      {state.plan && answer.plan ? <PlanTable plan={answer.plan} took_ms={answer.took_ms} intent={answer.intent} /> : null}
      {answer.results.length === 0 ? (
        <Empty icon="search" title="Nothing matches">
          {filters_of(state) > 0 ? <p>Clear a filter, or use other words.</p> : <p>Try fewer or other words, or part of a name.</p>}
          {state.mode === "keyword" ? (
            <a class="button" href={here_with({ mode: undefined })}>
              Search by meaning too
            </a>
          ) : null}
        </Empty>
      ) : (
        <ol class="results">
          {answer.results.map((hit) => (
            <li key={hit.id}>
              <ResultCard hit={hit} explained={state.plan} />
            </li>
          ))}
        </ol>
      )}
      {answer.results.length >= state.limit ? (
        <button type="button" class="button more" onClick={() => change({ n: String(state.limit + PAGE) }, "replace")}>
          Show more
        </button>
      ) : null}
    </>
  );
}

export function SearchView() {
  const { query } = usePlace();
  const narrow = useMedia("(max-width: 56rem)");
  const state = useMemo(() => read_search(query), [query]);
  const ended = useStore(ended_jobs);
  const repositories = useRepositories();
  const groups = useGroups().data?.groups;
  const in_groups = groups?.filter((group) => state.groups.includes(group.name)).flatMap((group) => group.members);
  const known = state.groups.length > 0 ? (in_groups ?? []) : (repositories.data?.repositories.map((one) => one.name) ?? []);
  const body = request_of(state);
  const key = state.text === "" ? null : `${ended} ${JSON.stringify(body)}`;
  const search = useResource(key, (signal) => ask<SearchAnswer>("/api/v1/search", { method: "POST", body, signal }));
  const has_facets = state.text !== "" || filters_of(state) > 0;
  return (
    <div class={has_facets ? "page search-page" : "page search-page search-page-plain"} onKeyDown={walk_results}>
      <h1 class="sr-only">Search</h1>
      <div class="search-head">
        <SearchBox text={state.text} busy={search.loading && state.text !== ""} />
        <ScopeBar state={state} groups={groups?.map((group) => group.name)} />
      </div>
      {has_facets ? (
        <aside class="search-side" aria-label="Filters">
          <details class="facet-fold" open={!narrow}>
            <summary>Filters{filters_of(state) > 0 ? ` (${filters_of(state)})` : ""}</summary>
            <Facets state={state} known={known} />
          </details>
        </aside>
      ) : null}
      <section class="search-main" aria-label="Results" aria-busy={search.loading && state.text !== ""}>
        <Results state={state} search={search} repositories={repositories} />
      </section>
    </div>
  );
}
