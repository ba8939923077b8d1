import { ask, part } from "../../api/client.ts";
import type { CallEdge, Calls } from "../../api/shapes.ts";
import { Breakable } from "../../parts/breakable.tsx";
import { Confidence } from "../../parts/confidence.tsx";
import { Failed, Loading } from "../../parts/states.tsx";
import { Warnings } from "../../parts/warnings.tsx";
import { here_with } from "../../state/location.ts";
import { useResource } from "../../state/resource.ts";
import { count, counted } from "../../text/format.ts";
import { showing } from "../../text/places.ts";

export type Direction = "callers" | "callees";

const Edge = ({ edge, direction }: { edge: CallEdge; direction: Direction }) => {
  const other = direction === "callers" ? edge.from : edge.to;
  return (
    <li>
      <a class="usage call" href={here_with({ ...showing({ repo: edge.repo, path: edge.path, first: edge.line }, other), tab: direction })}>
        <span class="usage-line">{edge.line}</span>
        <span class="usage-text mono" title={other}>
          {other}
        </span>
        <Confidence of={edge.confidence} />
        <span class="call-place">
          <Breakable text={`${edge.repo}:${edge.path}`} />
          {edge.request ? (
            <>
              {" "}
              by <span class="verb">{edge.request}</span>
            </>
          ) : null}
        </span>
      </a>
    </li>
  );
};

/** Who calls a symbol, or what it calls, one call away; calls that lead out of what is known stand at the end. */
export function CallList({ symbol, repo, direction }: { symbol: string; repo: string | undefined; direction: Direction }) {
  const calls = useResource(symbol === "" ? null : `${direction} ${repo ?? ""} ${symbol}`, (signal) =>
    ask<Calls>(`/api/v1/symbols/${part(symbol)}/${direction}`, { query: { repo, limit: 200 }, signal }),
  );
  if (symbol === "") return <p class="muted">Nothing is known of its calls.</p>;
  if (calls.problem) return <Failed problem={calls.problem} retry={calls.reload} />;
  if (!calls.data) return <Loading lines={6} />;
  const { edges, unresolved, total } = calls.data;
  if (edges.length + unresolved.length === 0)
    return <p class="muted">{direction === "callers" ? "Nobody calls it, as far as is known." : "It calls nothing."}</p>;
  return (
    <>
      <Warnings of={calls.data.warnings} />
      <ul class="plain">
        {edges.map((edge, index) => (
          <Edge key={index} edge={edge} direction={direction} />
        ))}
      </ul>
      {total > edges.length ? (
        <p class="muted small">
          The first {count(edges.length)} of {count(total)}.
        </p>
      ) : null}
      {unresolved.length > 0 ? (
        <details class="unresolved">
          <summary>{counted(unresolved.length, "call")} to libraries or unknown names</summary>
          <ul class="plain">
            {unresolved.map((one, index) => (
              <li key={index} class="usage">
                <span class="usage-line">{one.line}</span>
                <span class="usage-text mono">{one.name}</span>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}
