import { useMemo, useState } from "preact/hooks";
import { ended_jobs } from "../../api/jobs.ts";
import { type Link, type Links, load_links } from "../../api/links.ts";
import { GraphView, type NodeSpec } from "../../graph/graph_view.tsx";
import { Empty, Failed, Loading, Notice } from "../../parts/states.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { change, usePlace } from "../../state/location.ts";
import { useResource } from "../../state/resource.ts";
import { useStore } from "../../state/store.ts";
import { count, counted } from "../../text/format.ts";
import { type Bundle, bundles_of, narrowed, of_call, of_endpoint } from "./link_graph.ts";
import { LinkTable, MOST, UncalledTable, UnmatchedTable } from "./link_tables.tsx";

const LISTS = ["links", "unmatched", "uncalled"] as const;

const Drawing = ({ links, chosen, pair }: { links: readonly Link[]; chosen: string; pair: string }) => {
  const bundles = useMemo(() => bundles_of(links), [links]);
  const nodes = useMemo(() => nodes_of(bundles), [bundles]);
  return (
    <GraphView
      label="Repositories, services, and the requests between them"
      nodes={nodes}
      edges={bundles.map(({ from, to, links: many, confidence }) => ({
        id: `${from.id}>${to.id}`,
        from: from.id,
        to: to.id,
        title: `${from.id} calls ${to.id}: ${counted(many, "link")}`,
        label: count(many),
        tone: confidence,
        dashed: confidence === "name",
      }))}
      chosen={chosen === "" ? undefined : chosen}
      choose={(id) => change({ repo: id === chosen ? undefined : id, pair: undefined }, "replace")}
      choose_edge={(id) => change({ pair: id === pair ? undefined : id, repo: undefined }, "replace")}
    />
  );
};

function nodes_of(bundles: readonly Bundle[]): NodeSpec[] {
  const ends = new Map(bundles.flatMap(({ from, to }) => [from, to]).map((end) => [end.id, end]));
  return [...ends.values()].map(({ id, repo, service }) =>
    service === undefined ? { id, label: repo, note: "repository" } : { id, label: service, note: `in ${repo}`, tone: "service" },
  );
}

function Filters({ text, set, confidence }: { text: string; set: (text: string) => void; confidence: string }) {
  return (
    <div class="inline-form">
      <label class="field">
        <span>Filter</span>
        <input
          type="text"
          value={text}
          placeholder="POST orders"
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => set(event.currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>How sure</span>
        <select value={confidence} onChange={(event) => change({ sure: event.currentTarget.value }, "replace")}>
          <option value="">any</option>
          <option value="exact">exact</option>
          <option value="scoped">scoped</option>
          <option value="name">name</option>
        </select>
      </label>
    </div>
  );
}

function Contents({ data }: { data: Links }) {
  const { query } = usePlace();
  const [text, set] = useState("");
  const [repo, confidence, pair] = [query.get("repo") ?? "", query.get("sure") ?? "", query.get("pair") ?? ""];
  const tab = LISTS.find((list) => list === query.get("list")) ?? "links";
  const links = useMemo(
    () => narrowed(data.links, { words: text.trim(), confidence, end: repo, pair }),
    [data, text, confidence, repo, pair],
  );
  const unmatched = useMemo(() => of_call(data.unmatched, text.trim(), repo), [data, text, repo]);
  const uncalled = useMemo(() => of_endpoint(data.uncalled ?? [], text.trim(), repo), [data, text, repo]);
  return (
    <div class="stack">
      {data.links.length > 0 ? <Drawing links={data.links} chosen={repo} pair={pair} /> : null}
      {data.warnings?.map((warning) => (
        <Notice key={warning} tone="warn">
          {warning}
        </Notice>
      ))}
      {pair === "" && repo === "" ? null : (
        <p class="small">
          Only {pair === "" ? repo : pair.replace(">", " → ")}.{" "}
          <button type="button" class="text-button" onClick={() => change({ pair: undefined, repo: undefined }, "replace")}>
            Show all
          </button>
        </p>
      )}
      <Filters text={text} set={set} confidence={confidence} />
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
        {tab === "links" ? links.length === 0 ? <p class="muted">No link fits the filter.</p> : <LinkTable links={links} /> : null}
        {tab === "unmatched" ? (
          unmatched.length === 0 ? (
            <p class="muted">Every call that was found lands somewhere.</p>
          ) : (
            <UnmatchedTable calls={unmatched} />
          )
        ) : null}
        {tab === "uncalled" ? (
          uncalled.length === 0 ? (
            <p class="muted">Every endpoint that was found is called.</p>
          ) : (
            <UncalledTable endpoints={uncalled} />
          )
        ) : null}
        {Math.max(links.length, unmatched.length, uncalled.length) > MOST ? (
          <p class="muted small">At most {MOST} are shown; the filter reaches all.</p>
        ) : null}
      </Tabs>
    </div>
  );
}

export function LinksView() {
  const ended = useStore(ended_jobs);
  const answer = useResource(`links ${ended}`, load_links);
  const is_absent = answer.problem?.is_absent === true;
  const is_empty = answer.data && answer.data.links.length + answer.data.unmatched.length === 0;
  return (
    <div class="page">
      <div class="page-head">
        <h1>API map</h1>
        <p>Which call of a client lands in which handler, across repositories, with how sure that is.</p>
      </div>
      {is_absent ? <Empty icon="link" title="This server draws no links between clients and endpoints yet" /> : null}
      {answer.problem && !is_absent ? <Failed problem={answer.problem} retry={answer.reload} /> : null}
      {!answer.data && !answer.problem ? <Loading lines={8} /> : null}
      {is_empty ? (
        <Empty icon="link" title="No client calls were found">
          <p>Register a repository with a client, and one with the service that it calls.</p>
        </Empty>
      ) : null}
      {answer.data && !is_empty ? <Contents data={answer.data} /> : null}
    </div>
  );
}
