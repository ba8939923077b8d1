import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Icon } from "../parts/icon.tsx";
import { type Drawing, lay_out, type Point } from "./layout.ts";
import { GraphEdge, GraphNode } from "./graph_shapes.tsx";
import { useDragging } from "./dragging.ts";
import { type EdgeSpec, HEIGHT, type NodeSpec, spacing_for } from "./specs.ts";

export type { EdgeSpec, NodeSpec } from "./specs.ts";

export interface GraphProps {
  label: string;
  nodes: readonly NodeSpec[];
  edges: readonly EdgeSpec[];
  chosen?: string | undefined;
  chosen_edge?: string | undefined;
  choose?: (id: string) => void;
  choose_edge?: (id: string) => void;
  /** A node's handle was pulled onto another node. */
  connect?: (from: string, to: string) => void;
}

const MARGIN = 20;
/** With more, labels are in each other's way; those of a chosen node are still shown. */
const MANY_EDGES = 24;
/** Names are hard to read below; what does not fit then is scrolled. */
const SMALLEST = 0.7;
const ZOOMS = [0.4, 0.55, 0.7, 0.85, 1, 1.25, 1.5];

/** As large as fits, never larger than it is. */
function useFit(box: { current: HTMLElement | null }, drawing: Drawing): [number, (zoom: number) => void] {
  const [zoom, set] = useState(1);
  useEffect(() => {
    const width = box.current?.clientWidth ?? 0;
    if (width > 0) set(Math.max(SMALLEST, Math.min(1, width / (drawing.width + 2 * MARGIN))));
  }, [drawing.width]);
  return [zoom, set];
}

const ZoomButtons = ({ zoom, set }: { zoom: number; set: (zoom: number) => void }) => {
  const smaller = ZOOMS.filter((one) => one < zoom - 0.01).at(-1);
  const larger = ZOOMS.find((one) => one > zoom + 0.01);
  return (
    <div class="zoom">
      <button
        type="button"
        class="icon-button"
        aria-label="Smaller"
        disabled={smaller === undefined}
        onClick={() => smaller && set(smaller)}
      >
        <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M4 10h12" />
        </svg>
      </button>
      <button type="button" class="icon-button" aria-label="Larger" disabled={larger === undefined} onClick={() => larger && set(larger)}>
        <Icon name="plus" />
      </button>
    </div>
  );
};

/** Whether an edge has to do with the chosen node or edge; where none is chosen, every one has. */
const is_meant = ({ chosen, chosen_edge }: GraphProps, edge: EdgeSpec): boolean =>
  (chosen === undefined || edge.from === chosen || edge.to === chosen) && (chosen_edge === undefined || edge.id === chosen_edge);

const signature_of = (props: GraphProps): string =>
  `${props.nodes.map((node) => node.id).join("\n")}\n\n${props.edges.map((edge) => `${edge.from}>${edge.to}`).join("\n")}`;

/** A graph in SVG. Nodes can be dragged, also by arrow keys, and opened by Enter; a table beside it says the same. */
export function GraphView(props: GraphProps) {
  const box = useRef<HTMLDivElement>(null);
  const signature = signature_of(props);
  const spacing = useMemo(() => spacing_for(props.nodes), [signature]);
  const drawing = useMemo(
    () =>
      lay_out(
        props.nodes.map((node) => node.id),
        props.edges,
        spacing,
      ),
    [signature],
  );
  const [moved, move] = useState<ReadonlyMap<string, Point>>(new Map());
  const [zoom, set_zoom] = useFit(box, drawing);
  useEffect(() => move(new Map()), [signature]);
  const place = (id: string): Point => moved.get(id) ?? drawing.places.get(id) ?? { x: 0, y: 0 };
  const drag = useDragging({
    zoom,
    width: spacing.width,
    place,
    move: (id, to) => move(new Map(moved).set(id, to)),
    ...(props.connect ? { connect: props.connect } : {}),
  });
  const right = Math.max(drawing.width, ...[...moved.values()].map((one) => one.x + spacing.width));
  const bottom = Math.max(drawing.height, ...[...moved.values()].map((one) => one.y + HEIGHT));
  const is_full = props.edges.length > MANY_EDGES;
  const has_choice = props.chosen !== undefined || props.chosen_edge !== undefined;
  const [width, height] = [right + 2 * MARGIN, bottom + 2 * MARGIN];
  return (
    <div class="graph">
      <ZoomButtons zoom={zoom} set={set_zoom} />
      <div class="graph-scroll" ref={box} tabIndex={0} role="region" aria-label={`${props.label}, drawn`}>
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
          {props.edges.map((edge) => (
            <GraphEdge
              key={edge.id}
              width={spacing.width}
              edge={is_full && !(has_choice && is_meant(props, edge)) ? { ...edge, quiet: true } : edge}
              from={place(edge.from)}
              to={place(edge.to)}
              choose={props.choose_edge}
              faded={!is_meant(props, edge)}
            />
          ))}
          {props.nodes.map((node) => (
            <GraphNode
              key={node.id}
              node={node}
              width={spacing.width}
              place={place(node.id)}
              is_chosen={node.id === props.chosen}
              is_target={drag.target === node.id}
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
    </div>
  );
}
