import { useMemo } from "preact/hooks";
import { link_name } from "../../api/links.ts";
import { type EdgeSpec, GraphView, type NodeSpec } from "../../graph/graph_view.tsx";
import { narrowed_to } from "../../graph/near.ts";
import { NearChoice, useNear } from "../../graph/near_choice.tsx";
import { change } from "../../state/location.ts";
import { count, counted } from "../../text/format.ts";
import { type Bundle, bundles_of, type DrawnLink, pair_of } from "./link_graph.ts";

function nodes_of(bundles: readonly Bundle[]): NodeSpec[] {
  const ends = new Map(bundles.flatMap(({ from, to }) => [from, to]).map((end) => [end.id, end]));
  return [...ends.values()].map(({ id, repo, program }) =>
    program === undefined ? { id, label: repo, note: "repository" } : { id, label: program, note: `in ${repo}`, tone: "service" },
  );
}

const edge_of = ({ from, to, links, confidence }: Bundle): EdgeSpec => ({
  id: pair_of(from, to),
  from: from.id,
  to: to.id,
  title: `${from.id} calls ${to.id}: ${counted(links, "link")}`,
  label: count(links),
  tone: confidence,
  dashed: confidence === "name",
});

const SURE = [
  ["exact", "certain"],
  ["scoped", "likely"],
  ["name", "a guess by name"],
] as const;

const Legend = () => (
  <ul class="plain legend" aria-label="What the arrows mean">
    {SURE.map(([level, meaning]) => (
      <li key={level}>
        <svg class={`legend-line edge edge-${level}${level === "name" ? " edge-dashed" : ""}`} viewBox="0 0 32 8" aria-hidden="true">
          <path class="edge-line" d="M0 4H32" />
        </svg>
        {level}: {meaning}
      </li>
    ))}
    <li>A click on an arrow shows its links.</li>
  </ul>
);

/** Programs and the requests between them. A click on an arrow lists its links; where it is one link, it is opened with both its sides. */
export function LinkDrawing({ links, node, pair }: { links: readonly DrawnLink[]; node: string; pair: string }) {
  const bundles = useMemo(() => bundles_of(links), [links]);
  const nodes = useMemo(() => nodes_of(bundles), [bundles]);
  const edges = useMemo(() => bundles.map(edge_of), [bundles]);
  const chosen = nodes.some(({ id }) => id === node) ? node : undefined;
  const near = useNear();
  const drawn = useMemo(() => narrowed_to(nodes, edges, chosen, near), [nodes, edges, chosen, near]);
  const choose_edge = (id: string) => {
    const inside = links.filter(({ from, to }) => pair_of(from, to) === id);
    const only = inside.length === 1 ? inside[0] : undefined;
    change({ pair: id === pair && !only ? undefined : id, node: undefined, list: undefined, link: only && link_name(only) });
  };
  return (
    <>
      <GraphView
        label="Programs, repositories, and the requests between them"
        head={<NearChoice label="Program or repository" nodes={nodes} chosen={chosen} parameter="node" resets={["pair"]} />}
        nodes={drawn.nodes}
        edges={drawn.edges}
        chosen={chosen}
        chosen_edge={pair === "" ? undefined : pair}
        choose={(id) => change({ node: id === node ? undefined : id, pair: undefined })}
        choose_edge={choose_edge}
      />
      <Legend />
    </>
  );
}
