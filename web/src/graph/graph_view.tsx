import type { ComponentChild, RefObject } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Icon } from "../parts/icon.tsx";
import { arrow_key, lay_out, type Point } from "./layout.ts";
import { GraphEdge, GraphNode } from "./graph_shapes.tsx";
import { useDragging } from "./dragging.ts";
import { labels_of, NO_ROUTE, routes_of } from "./routes.ts";
import { type EdgeSpec, HEIGHT, type NodeSpec, spacing_for } from "./specs.ts";
import { MARGIN, READABLE, useViewport, type Viewport } from "./viewport.ts";

export type { EdgeSpec, NodeSpec } from "./specs.ts";

export interface GraphProps {
  label: string;
  /** What stands above the drawing, beside the buttons for its size. */
  head?: ComponentChild;
  nodes: readonly NodeSpec[];
  edges: readonly EdgeSpec[];
  chosen?: string | undefined;
  chosen_edge?: string | undefined;
  choose?: (id: string) => void;
  choose_edge?: (id: string) => void;
  /** A node's handle was pulled onto another node. */
  connect?: (from: string, to: string) => void;
}

/** With more, labels are in each other's way; those of a chosen node are still shown. */
const MANY_EDGES = 24;
/** With more, it is a long way through them by keyboard. */
const MANY_NODES = 12;

const Tools = ({ view }: { view: Viewport }) => (
  <div class="zoom">
    <button type="button" class="icon-button" aria-label="Smaller" disabled={view.is_smallest} onClick={view.smaller}>
      <Icon name="minus" />
    </button>
    <button type="button" class="icon-button" aria-label="Larger" disabled={view.is_largest} onClick={view.larger}>
      <Icon name="plus" />
    </button>
    <button type="button" class="icon-button" aria-label="All of it" onClick={view.fit}>
      <Icon name="fit" />
    </button>
  </div>
);

/** Whether an edge has to do with the chosen node or edge; where none is chosen, every one has. */
const is_meant = ({ chosen, chosen_edge }: GraphProps, edge: EdgeSpec): boolean =>
  (chosen === undefined || edge.from === chosen || edge.to === chosen) && (chosen_edge === undefined || edge.id === chosen_edge);

const signature_of = (props: GraphProps): string =>
  `${props.nodes.map((node) => node.id).join("\n")}\n\n${props.edges.map((edge) => `${edge.from}>${edge.to}`).join("\n")}`;

/** How wide a drawing may be before names are hard to read; undefined until the page is known to be there. */
function useRoom(box: RefObject<HTMLElement | null>): number | undefined {
  const [room, set] = useState<number | undefined>(undefined);
  useLayoutEffect(() => set((box.current?.clientWidth ?? 0) / READABLE - 2 * MARGIN), []);
  return room;
}

/** A graph in SVG. Nodes can be dragged, also by arrow keys, and opened by Enter; a table beside it says the same. */
export function GraphView(props: GraphProps) {
  const { nodes, edges, chosen, chosen_edge } = props;
  const box = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const signature = signature_of(props);
  const spacing = useMemo(() => spacing_for(nodes), [signature]);
  const room = useRoom(box);
  const drawing = useMemo(() => {
    const names = room === undefined ? [] : nodes.map((node) => node.id);
    return lay_out(names, edges, spacing, room);
  }, [signature, room]);
  const [moved, move] = useState<ReadonlyMap<string, Point>>(new Map());
  useEffect(() => move(new Map()), [signature]);
  const view = useViewport(box, drawing);
  const { zoom } = view;
  const place = (id: string): Point => moved.get(id) ?? drawing.places.get(id) ?? { x: 0, y: 0 };
  const drag = useDragging({
    zoom,
    width: spacing.width,
    place,
    move: (id, to) => move(new Map(moved).set(id, to)),
    ...(props.connect ? { connect: props.connect } : {}),
  });
  const routes = useMemo(() => {
    const bends = (edge: EdgeSpec) => (moved.has(edge.from) || moved.has(edge.to) ? [] : (drawing.bends.get(arrow_key(edge)) ?? []));
    return routes_of({ edges, place, bends, width: spacing.width });
  }, [drawing, edges, moved]);
  const has_choice = chosen !== undefined || chosen_edge !== undefined;
  const meant = edges.filter((edge) => is_meant(props, edge));
  const labelled = edges.length <= MANY_EDGES ? edges : has_choice ? meant : [];
  const labels = useMemo(
    () => labels_of(labelled, { routes, nodes, place, width: spacing.width }),
    [routes, chosen, chosen_edge, labelled.length],
  );
  const near = has_choice ? new Set([chosen, ...meant.flatMap((edge) => [edge.from, edge.to])]) : undefined;
  const right = Math.max(drawing.width, ...[...moved.values()].map((one) => one.x + spacing.width));
  const bottom = Math.max(drawing.height, ...[...moved.values()].map((one) => one.y + HEIGHT));
  const [width, height] = [right + 2 * MARGIN, bottom + 2 * MARGIN];
  return (
    <div class="graph">
      {nodes.length > MANY_NODES ? (
        <button type="button" class="skip-graph button small" onClick={() => end.current?.focus()}>
          Past the drawing
        </button>
      ) : null}
      <div class="graph-head">
        {props.head}
        <Tools view={view} />
      </div>
      <div class="graph-scroll" ref={box} tabIndex={0} role="region" aria-label={`${props.label}, drawn`} onKeyDown={view.on_key}>
        <svg
          class="graph-svg"
          width={width * zoom}
          height={height * zoom}
          viewBox={`${-MARGIN} ${-MARGIN} ${width} ${height}`}
          role="group"
          aria-label={props.label}
          {...drag.surface}
        >
          <defs>
            <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse">
              <path class="arrow-head" d="M0 0.5 7 4 0 7.5Z" />
            </marker>
          </defs>
          <rect class="graph-ground" x={-MARGIN} y={-MARGIN} width={width} height={height} onPointerDown={view.on_grab} />
          {edges.map((edge) => (
            <GraphEdge
              key={edge.id}
              edge={edge}
              route={routes.get(edge.id) ?? NO_ROUTE}
              label_at={labels.get(edge.id)}
              choose={props.choose_edge}
              faded={!is_meant(props, edge)}
            />
          ))}
          {nodes.map((node) => (
            <GraphNode
              key={node.id}
              node={node}
              width={spacing.width}
              place={place(node.id)}
              is_chosen={node.id === chosen}
              is_target={drag.target === node.id}
              faded={near !== undefined && !near.has(node.id)}
              choose={props.choose}
              move_by={(x, y) => move(new Map(moved).set(node.id, { x: place(node.id).x + x, y: place(node.id).y + y }))}
              grab={drag.grab}
              pull={props.connect ? drag.pull : undefined}
            />
          ))}
          {drag.thread ? (
            <line class="graph-thread" x1={drag.thread.from.x} y1={drag.thread.from.y} x2={drag.thread.to.x} y2={drag.thread.to.y} />
          ) : null}
        </svg>
      </div>
      <div ref={end} tabIndex={-1} />
    </div>
  );
}
