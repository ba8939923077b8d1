import type { Point } from "./layout.ts";
import { fitting, fitting_name } from "./measure.ts";
import type { Route } from "./routes.ts";
import { bring_into_sight } from "./sight.ts";
import { type EdgeSpec, HEIGHT as H, type NodeSpec, PADDING } from "./specs.ts";

interface EdgeProps {
  edge: EdgeSpec;
  route: Route;
  /** Where its label stands; nowhere where there is no place for it. */
  label_at: Point | undefined;
  faded: boolean;
  choose: ((id: string) => void) | undefined;
}

export const GraphEdge = ({ edge, route, label_at, faded, choose }: EdgeProps) => (
  <g class={`edge edge-${edge.tone ?? "plain"}${faded ? " edge-faded" : ""}${edge.dashed ? " edge-dashed" : ""}`}>
    <path class="edge-line" d={route.path} marker-end="url(#arrow)" />
    {choose ? (
      <path class="edge-touch" d={route.path} onClick={() => choose(edge.id)}>
        <title>{edge.title}</title>
      </path>
    ) : null}
    {label_at ? (
      <text class="edge-label" x={label_at.x} y={label_at.y + 4}>
        {edge.label}
      </text>
    ) : null}
  </g>
);

const STEPS: Record<string, [number, number]> = { ArrowLeft: [-16, 0], ArrowRight: [16, 0], ArrowUp: [0, -16], ArrowDown: [0, 16] };

interface NodeProps {
  node: NodeSpec;
  width: number;
  place: Point;
  is_chosen: boolean;
  is_target: boolean;
  faded: boolean;
  choose: ((id: string) => void) | undefined;
  move_by: (x: number, y: number) => void;
  grab: (id: string, event: PointerEvent) => void;
  pull: ((id: string, event: PointerEvent) => void) | undefined;
}

export const GraphNode = ({ node, width: W, place, is_chosen, is_target, faded, choose, move_by, grab, pull }: NodeProps) => {
  const on_key = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step) move_by(step[0], step[1]);
    else if (event.key === "Enter" || event.key === " ") choose?.(node.id);
    else return;
    event.preventDefault();
  };
  const room = W - 2 * PADDING;
  const [label, note] = [fitting_name(node.label, room, "600 13px"), fitting(node.note ?? "", room, "400 11px")];
  const names = [
    "node",
    `node-${node.tone ?? "plain"}`,
    is_chosen ? "node-chosen" : "",
    is_target ? "node-target" : "",
    faded ? "node-faded" : "",
  ]
    .filter((name) => name !== "")
    .join(" ");
  return (
    <g class={names} transform={`translate(${place.x} ${place.y})`} data-node={node.id}>
      <title>{node.label}</title>
      <g
        role="button"
        tabindex={0}
        class="node-body"
        aria-pressed={is_chosen}
        aria-label={[`${label} ${note}`.trim(), label === node.label ? "" : node.label].join(" ").trim()}
        onFocus={bring_into_sight}
        onKeyDown={on_key}
        onPointerDown={(event) => grab(node.id, event)}
        onClick={() => choose?.(node.id)}
      >
        <rect class="node-box" width={W} height={H} rx="9" />
        <text class="node-label" x={PADDING} y={node.note ? 20 : 28}>
          {label}
        </text>{" "}
        {node.note ? (
          <text class="node-note" x={PADDING} y="36">
            {note}
          </text>
        ) : null}
      </g>
      {pull ? (
        <circle class="node-handle" cx={W} cy={H / 2} r="9" onPointerDown={(event) => pull(node.id, event)}>
          <title>Pull onto the repository that {node.label} depends on</title>
        </circle>
      ) : null}
    </g>
  );
};
