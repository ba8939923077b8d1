import { useMemo } from "preact/hooks";
import { ended_jobs } from "../../api/jobs.ts";
import { load_services, type ServiceEdge, type ServiceMap } from "../../api/services.ts";
import { GraphView } from "../../graph/graph_view.tsx";
import { narrowed_to } from "../../graph/near.ts";
import { NearChoice, useNear } from "../../graph/near_choice.tsx";
import { Confidence } from "../../parts/confidence.tsx";
import { CopyButton } from "../../parts/copy_button.tsx";
import { EmptyScope, ScopeChoice } from "../../parts/scope_choice.tsx";
import { Empty, Failed, Loading } from "../../parts/states.tsx";
import { Warnings } from "../../parts/warnings.tsx";
import { change, here_with, usePlace } from "../../state/location.ts";
import { useResource } from "../../state/resource.ts";
import { scope_key } from "../../api/scope.ts";
import { useScope } from "../../state/scope.ts";
import { useStore } from "../../state/store.ts";
import { count, counted } from "../../text/format.ts";
import { showing } from "../../text/places.ts";
import { edges_of, nodes_of, Services } from "./service_graph.ts";
import { FlowTabs } from "./flow_tabs.tsx";

const Place = ({ edge }: { edge: ServiceEdge }) => (
  <a class="mono" href={here_with(showing({ repo: edge.repo, path: edge.evidence.path, first: edge.evidence.line }))}>
    {edge.evidence.path}:{edge.evidence.line}
  </a>
);

const Row = ({ edge, names }: { edge: ServiceEdge; names: Services }) => (
  <tr>
    <th scope="row">{names.told(edge.from, edge.from_repo)}</th>
    <td>{names.told(edge.to, edge.to_repo)}</td>
    <td>
      <span class="badge">{edge.kind}</span>
    </td>
    <td class="number">{edge.requests ? count(edge.requests.length) : ""}</td>
    <td>
      <Place edge={edge} />
    </td>
    <td>
      <Confidence of={edge.confidence} />
    </td>
  </tr>
);

const Edges = ({ edges, names }: { edges: readonly ServiceEdge[]; names: Services }) => (
  <div class="table-scroll" tabIndex={0} role="region" aria-label="Who needs whom">
    <table class="wide-table">
      <thead>
        <tr>
          <th scope="col">From</th>
          <th scope="col">To</th>
          <th scope="col">By</th>
          <th scope="col" class="number">
            Requests
          </th>
          <th scope="col">Seen at</th>
          <th scope="col">How sure</th>
        </tr>
      </thead>
      <tbody>
        {edges.map((edge, index) => (
          <Row key={index} edge={edge} names={names} />
        ))}
      </tbody>
    </table>
  </div>
);

function Map({ map }: { map: ServiceMap }) {
  const { query } = usePlace();
  const names = useMemo(() => new Services(map.services), [map]);
  const nodes = useMemo(() => nodes_of(map.services, names), [map]);
  const edges = useMemo(() => edges_of(map.edges, names), [map]);
  const chosen = nodes.find((node) => node.id === query.get("service"));
  const near = useNear();
  const drawn = useMemo(() => narrowed_to(nodes, edges, chosen?.id, near), [nodes, edges, chosen?.id, near]);
  const shown = map.edges.filter((_, index) => chosen === undefined || edges[index]?.from === chosen.id || edges[index]?.to === chosen.id);
  return (
    <div class="stack">
      <GraphView
        label="Services and who needs whom"
        head={<NearChoice label="Service" nodes={nodes} chosen={chosen?.id} parameter="service" />}
        nodes={drawn.nodes}
        edges={drawn.edges}
        chosen={chosen?.id}
        choose={(id) => change({ service: id === chosen?.id ? undefined : id }, "replace")}
      />
      <div class="table-head">
        <h2>{chosen === undefined ? counted(shown.length, "connection") : `${counted(shown.length, "connection")} of ${chosen.label}`}</h2>
        <CopyButton text={map.mermaid} label="Copy the map as Mermaid" />
      </div>
      {shown.length === 0 ? (
        <p class="muted">Nothing is known that connects {chosen === undefined ? "them" : "it"}.</p>
      ) : (
        <Edges edges={shown} names={names} />
      )}
    </div>
  );
}

export function ServicesView() {
  const ended = useStore(ended_jobs);
  const scope = useScope();
  const answer = useResource(scope_key(scope, `services ${ended}`), (signal) => load_services(scope.repos ?? [], signal));
  return (
    <div class="page">
      <div class="page-head">
        <h1>Services</h1>
        <ScopeChoice scope={scope} resets={["service", "near"]} />
        <p>What is deployed, and who calls, feeds or connects to whom, with the line that says so.</p>
      </div>
      <FlowTabs current="/services" />
      {scope.is_empty ? <EmptyScope groups={scope.groups} /> : null}
      <Warnings of={answer.data?.warnings} />
      {answer.problem ? <Failed problem={answer.problem} retry={answer.reload} /> : null}
      {!answer.data && !answer.problem && !scope.is_empty ? <Loading lines={8} /> : null}
      {answer.data?.services.length === 0 ? (
        <Empty icon="map" title="No services were found">
          <p>Build files, compose files and deployments of the repositories name none.</p>
        </Empty>
      ) : null}
      {answer.data && answer.data.services.length > 0 ? <Map map={answer.data} /> : null}
    </div>
  );
}
