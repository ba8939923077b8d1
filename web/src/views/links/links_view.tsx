import { useMemo } from "preact/hooks";
import { ended_jobs } from "../../api/jobs.ts";
import { type Links, load_links } from "../../api/links.ts";
import { load_services, type ServiceMap } from "../../api/services.ts";
import { FilterField } from "../../parts/filter_field.tsx";
import { EmptyScope, ScopeChoice } from "../../parts/scope_choice.tsx";
import { Empty, Failed, Loading } from "../../parts/states.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { Warnings } from "../../parts/warnings.tsx";
import { change, usePlace } from "../../state/location.ts";
import { useResource } from "../../state/resource.ts";
import { scope_key } from "../../api/scope.ts";
import { useScope } from "../../state/scope.ts";
import { useStore } from "../../state/store.ts";
import { drawn, narrowed, of_call, of_endpoint, Programs } from "./link_graph.ts";
import { LinkDrawing } from "./link_drawing.tsx";
import { LinkTable, UncalledTable, UnmatchedTable } from "./link_tables.tsx";

const LISTS = ["links", "unmatched", "uncalled"] as const;

const Sure = ({ confidence }: { confidence: string }) => (
  <label class="field">
    <span>How sure</span>
    <select value={confidence} onChange={(event) => change({ sure: event.currentTarget.value, pair: undefined }, "replace")}>
      <option value="">any</option>
      <option value="exact">exact</option>
      <option value="scoped">scoped</option>
      <option value="name">name</option>
    </select>
  </label>
);

/** What the lists are narrowed to by a click on the drawing. */
const Chosen = ({ node, pair }: { node: string; pair: string }) =>
  node === "" && pair === "" ? null : (
    <p class="small">
      Only <strong>{pair === "" ? node : pair.replace(">", " → ")}</strong>.{" "}
      <button type="button" class="text-button" onClick={() => change({ pair: undefined, node: undefined })}>
        Show all
      </button>
    </p>
  );

function Contents({ data, services }: { data: Links; services: ServiceMap | undefined }) {
  const { query } = usePlace();
  const [node, confidence, pair] = [query.get("node") ?? "", query.get("sure") ?? "", query.get("pair") ?? ""];
  const filter = { words: query.get("find") ?? "", node, pair };
  const tab = LISTS.find((list) => list === query.get("list")) ?? "links";
  const programs = useMemo(() => new Programs(services?.services ?? [], data.links), [services, data]);
  const all = useMemo(
    () =>
      drawn(
        data.links.filter((link) => confidence === "" || link.confidence === confidence),
        programs,
      ),
    [data, programs, confidence],
  );
  const links = narrowed(all, filter);
  const unmatched = of_call(data.unmatched, programs, filter);
  const uncalled = of_endpoint(data.uncalled ?? [], programs, filter);
  return (
    <div class="stack">
      {all.length > 0 ? <LinkDrawing links={all} node={node} pair={pair} /> : null}
      <Warnings of={data.warnings} />
      <div class="inline-form">
        <FilterField label="Filter" parameter="find" placeholder="POST orders" />
        <Sure confidence={confidence} />
      </div>
      <Chosen node={node} pair={pair} />
      <Tabs
        label="Links and calls"
        tabs={[
          { value: "links", label: "Links", count: links.length },
          { value: "unmatched", label: "Unmatched calls", count: unmatched.length },
          { value: "uncalled", label: "Uncalled routes", count: uncalled.length },
        ]}
        value={tab}
        choose={(next) => change({ list: next === "links" ? undefined : next }, "replace")}
      >
        {tab === "links" ? <LinkTable links={links} /> : null}
        {tab === "unmatched" ? <UnmatchedTable calls={unmatched} /> : null}
        {tab === "uncalled" ? <UncalledTable endpoints={uncalled} /> : null}
      </Tabs>
    </div>
  );
}

export function LinksView() {
  const ended = useStore(ended_jobs);
  const scope = useScope();
  const answer = useResource(scope_key(scope, `links ${ended}`), (signal) => load_links(scope.repos ?? [], signal));
  const services = useResource(scope_key(scope, `services ${ended}`), (signal) => load_services(scope.repos ?? [], signal));
  const is_empty = answer.data && answer.data.links.length + answer.data.unmatched.length === 0;
  // Without the programs, the drawing would be another one first.
  const data = services.loading && !services.data ? undefined : answer.data;
  return (
    <div class="page">
      <div class="page-head">
        <h1>API map</h1>
        <ScopeChoice scope={scope} resets={["node", "pair", "near"]} />
        <p>Which call of a client lands in which handler, across repositories, with how sure that is.</p>
      </div>
      {scope.is_empty ? <EmptyScope groups={scope.groups} /> : null}
      {answer.problem ? <Failed problem={answer.problem} retry={answer.reload} /> : null}
      {!data && !answer.problem && !scope.is_empty ? <Loading lines={8} label="Looking for calls and routes" /> : null}
      {data && is_empty ? (
        <>
          <Warnings of={data.warnings} />
          <Empty icon="link" title="No client calls were found">
            <p>Register a repository with a client, and one with the service that it calls.</p>
          </Empty>
        </>
      ) : null}
      {data && !is_empty ? <Contents data={data} services={services.data} /> : null}
    </div>
  );
}
