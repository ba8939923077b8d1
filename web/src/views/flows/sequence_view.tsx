import { useMemo } from "preact/hooks";
import type { Flow } from "../../api/flows.ts";
import { fitting } from "../../graph/measure.ts";
import { bring_into_sight } from "../../graph/sight.ts";
import { change } from "../../state/location.ts";
import { showing } from "../../text/places.ts";
import { type Actor, type Message, sequence_of } from "./sequence.ts";

const LANE = 176;
const HEAD = 56;
const ROW = 44;
const BOX = 150;

const open_step = ({ step }: Message) =>
  change(showing({ repo: step.repo, path: step.path, first: step.start_line }, `${step.repo}:${step.path}#${step.symbol}`));

const Arrow = ({ message, row }: { message: Message; row: number }) => {
  const y = (row + 1) * ROW - 6;
  const [a, b] = [middle_of(message.from), middle_of(message.to)];
  const to_itself = a === b;
  const middle = to_itself ? a + 34 : (a + b) / 2;
  // Messages are written in a wider font than what is measured with.
  const shown = fitting(message.text, (to_itself ? LANE - 40 : Math.abs(b - a) - 8) * 0.86, "400 12px");
  const path = to_itself ? `M${a} ${y - 8}h26v16h-22` : `M${a} ${y}H${b > a ? b - 5 : b + 5}`;
  return (
    <g
      role="button"
      tabindex={0}
      class={`message message-${message.step.layer}${message.step.async ? " message-async" : ""}`}
      aria-label={`${shown === message.text ? "" : `${shown} `}${message.text}, ${message.step.symbol}, step ${row + 1}`}
      onClick={() => open_step(message)}
      onFocus={bring_into_sight}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        open_step(message);
      }}
    >
      <title>
        {message.step.symbol} in {message.step.path}:{message.step.start_line}
      </title>
      <rect class="message-touch" x={Math.min(a, b)} y={y - ROW / 2} width={Math.max(LANE, Math.abs(a - b))} height={ROW} rx="6" />
      <path class="message-line" d={path} marker-end="url(#sequence-arrow)" />
      <text class={to_itself ? "message-text message-text-side" : "message-text"} x={middle} y={to_itself ? y + 4 : y - 7}>
        {shown}
      </text>
    </g>
  );
};

const middle_of = (index: number): number => LANE * index + LANE / 2;

const ActorHead = ({ actor, index }: { actor: Actor; index: number }) => (
  <g class={`actor actor-${actor.layer}`}>
    <title>{actor.service ? `${actor.name} of ${actor.service}` : actor.name}</title>
    <rect class="actor-box" x={middle_of(index) - BOX / 2} y="6" width={BOX} height={HEAD - 12} rx="8" />
    <text class="actor-name" x={middle_of(index)} y={actor.service ? 26 : 33}>
      {fitting(actor.name, BOX - 12, "600 13px")}
    </text>
    {actor.service ? (
      <text class="actor-note" x={middle_of(index)} y="42">
        {fitting(actor.service, BOX - 12, "400 11px")}
      </text>
    ) : null}
  </g>
);

/** Who calls whom while a request is answered, from top to bottom. Each message opens its code; who takes part stays in sight. */
export function SequenceView({ flow }: { flow: Flow }) {
  const { actors, messages } = useMemo(() => sequence_of(flow.steps), [flow]);
  const width = actors.length * LANE;
  const height = (messages.length + 1) * ROW;
  return (
    <div class="sequence" tabIndex={0} role="region" aria-label={`Sequence of ${flow.http_method} ${flow.endpoint}`}>
      <svg class="sequence-heads" width={width} height={HEAD} viewBox={`0 0 ${width} ${HEAD}`} role="group" aria-label="Who takes part">
        {actors.map((actor, index) => (
          <ActorHead key={index} actor={actor} index={index} />
        ))}
      </svg>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="group" aria-label="Messages">
        <defs>
          <marker id="sequence-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path class="arrow-head" d="M0 0.5 7 4 0 7.5Z" />
          </marker>
        </defs>
        {actors.map((_, index) => (
          <line key={index} class="lifeline" x1={middle_of(index)} x2={middle_of(index)} y1={0} y2={height} />
        ))}
        {messages.map((message, row) => (
          <Arrow key={row} message={message} row={row} />
        ))}
      </svg>
    </div>
  );
}
