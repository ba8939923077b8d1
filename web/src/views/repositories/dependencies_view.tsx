import { useMemo, useState } from "preact/hooks";
import { add_dependency, type Dependency, remove_dependency, type Topology } from "../../api/topology.ts";
import { GraphView } from "../../graph/graph_view.tsx";
import { narrowed_to } from "../../graph/near.ts";
import { NearChoice, useNear } from "../../graph/near_choice.tsx";
import type { EdgeSpec, NodeSpec } from "../../graph/specs.ts";
import { Icon } from "../../parts/icon.tsx";
import { Empty } from "../../parts/states.tsx";
import { change, usePlace } from "../../state/location.ts";
import { counted } from "../../text/format.ts";
import { SuggestionsPanel } from "./suggestions_panel.tsx";
import { type Changing, TopologyPage } from "./topology_page.tsx";

const Choose = ({ label, names, value, set }: { label: string; names: readonly string[]; value: string; set: (value: string) => void }) => (
  <label class="field">
    <span>{label}</span>
    <select value={value} required onChange={(event) => set(event.currentTarget.value)}>
      <option value="">choose</option>
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  </label>
);

function NewDependency({ topology, changing }: { topology: Topology; changing: Changing }) {
  const [from, set_from] = useState("");
  const [to, set_to] = useState("");
  return (
    <form
      class="inline-form"
      aria-label="New dependency"
      onSubmit={(event) => {
        event.preventDefault();
        if (from !== "" && to !== "")
          changing.run(
            (version) => add_dependency(version, from, to),
            () => set_to(""),
          );
      }}
    >
      <Choose label="Repository" names={topology.repositories} value={from} set={set_from} />
      <Choose label="depends on" names={topology.repositories.filter((name) => name !== from)} value={to} set={set_to} />
      <button type="submit" class="button primary" disabled={changing.busy}>
        Add
      </button>
    </form>
  );
}

const Row = ({ one, changing }: { one: Dependency; changing: Changing }) => (
  <tr>
    <th scope="row">{one.from}</th>
    <td>{one.to}</td>
    <td class="muted">{one.origin}</td>
    <td class="number">
      <button
        type="button"
        class="icon-button"
        disabled={changing.busy}
        aria-label={`Remove: ${one.from} depends on ${one.to}`}
        onClick={() => changing.run((version) => remove_dependency(version, one.from, one.to))}
      >
        <Icon name="trash" />
      </button>
    </td>
  </tr>
);

const Table = ({ topology, changing }: { topology: Topology; changing: Changing }) => (
  <div class="table-scroll" tabIndex={0} role="region" aria-label="Dependencies">
    <table>
      <thead>
        <tr>
          <th scope="col">Repository</th>
          <th scope="col">depends on</th>
          <th scope="col">Said by</th>
          <th scope="col">
            <span class="sr-only">Remove</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {topology.dependencies.map((one) => (
          <Row key={`${one.from}>${one.to}`} one={one} changing={changing} />
        ))}
      </tbody>
    </table>
  </div>
);

function nodes_of({ repositories, dependencies }: Topology): NodeSpec[] {
  const needs = new Map<string, number>();
  for (const { from } of dependencies) needs.set(from, (needs.get(from) ?? 0) + 1);
  return repositories.map((name) => {
    const count = needs.get(name) ?? 0;
    return { id: name, label: name, note: count === 0 ? "needs nothing" : `needs ${counted(count, "other")}` };
  });
}

const edges_of = ({ dependencies }: Topology): EdgeSpec[] =>
  dependencies.map(({ from, to }) => ({ id: `${from}>${to}`, from, to, title: `${from} depends on ${to}` }));

function Drawing({ topology, changing }: { topology: Topology; changing: Changing }) {
  const nodes = useMemo(() => nodes_of(topology), [topology]);
  const edges = useMemo(() => edges_of(topology), [topology]);
  const asked = usePlace().query.get("node");
  const chosen = topology.repositories.find((name) => name === asked);
  const near = useNear();
  const drawn = useMemo(() => narrowed_to(nodes, edges, chosen, near), [nodes, edges, chosen, near]);
  return (
    <>
      <GraphView
        label="Dependencies between repositories"
        head={<NearChoice label="Around" nodes={nodes} chosen={chosen} parameter="node" />}
        nodes={drawn.nodes}
        edges={drawn.edges}
        chosen={chosen}
        choose={(name) => change({ node: name === chosen ? undefined : name }, "replace")}
        connect={(from, to) => changing.run((version) => add_dependency(version, from, to))}
      />
    </>
  );
}

const Body = ({ topology, changing }: { topology: Topology; changing: Changing }) => (
  <>
    <NewDependency topology={topology} changing={changing} />
    {topology.repositories.length === 0 ? (
      <Empty icon="folder" title="No repository is registered yet" />
    ) : (
      <>
        <p class="muted small">
          Pull a repository’s handle onto the one that it depends on, or use the form. Drag a box, or move it with the arrow keys, to make
          room.
        </p>
        <Drawing topology={topology} changing={changing} />
        {topology.dependencies.length > 0 ? <Table topology={topology} changing={changing} /> : null}
        <SuggestionsPanel topology={topology} changing={changing} />
      </>
    )}
  </>
);

export const DependenciesView = () => (
  <TopologyPage
    title="Dependencies"
    path="/dependencies"
    about="Which repository depends on which. Searches can be widened along these: upstream to what is depended on, downstream to what depends."
  >
    {(topology, changing) => <Body topology={topology} changing={changing} />}
  </TopologyPage>
);
