import type { SymbolHit } from "../../api/shapes.ts";
import { Breakable } from "../../parts/breakable.tsx";
import { Failed, Loading } from "../../parts/states.tsx";
import { Warnings } from "../../parts/warnings.tsx";
import { here_with } from "../../state/location.ts";
import { counted } from "../../text/format.ts";
import { showing } from "../../text/places.ts";
import type { Meaning } from "./symbol.ts";

const place_of = (hit: SymbolHit) => ({ repo: hit.repo, path: hit.path, first: hit.start_line, last: hit.end_line });

const One = ({ hit }: { hit: SymbolHit }) => (
  <li class="definition">
    <a href={here_with(showing(place_of(hit), hit.id))}>
      <span class={`kind kind-${hit.kind}`}>{hit.kind}</span>{" "}
      <span class="mono">
        <Breakable text={hit.qualified_name ?? hit.name} />
      </span>
    </a>
    <p class="where">
      <span class="where-repo">{hit.repo}</span>
      <Breakable text={`${hit.path}:${hit.start_line}`} />
    </p>
    {hit.signature ? <pre class="code signature">{hit.signature}</pre> : null}
    {hit.docstring ? <p class="docstring">{hit.docstring}</p> : null}
  </li>
);

/** Where a name is defined, the likeliest meaning first. */
export function Definition({ symbol, meaning }: { symbol: string; meaning: Meaning }) {
  const { data, problem, loading } = meaning.definitions;
  const short = symbol.slice(symbol.lastIndexOf("#") + 1);
  if (problem?.is_absent) {
    return (
      <section class="definitions" aria-label="Definition">
        <p>
          <span class="mono">{short}</span> is not defined in the repositories searched.
        </p>
        {problem.hint ? <p class="muted small">{problem.hint}</p> : null}
      </section>
    );
  }
  if (problem) return <Failed problem={problem} retry={meaning.definitions.reload} />;
  if (!data || (loading && data.symbol !== symbol)) return <Loading lines={3} />;
  const more = data.definitions.slice(1);
  return (
    <section class="definitions" aria-label="Definition">
      <Warnings of={data.warnings} />
      <ul class="plain">
        {data.definitions.slice(0, 1).map((hit) => (
          <One key={hit.id} hit={hit} />
        ))}
      </ul>
      {more.length > 0 ? (
        <details class="meanings">
          <summary>{counted(data.total - 1, "other meaning")}</summary>
          <ul class="plain">
            {more.map((hit) => (
              <One key={hit.id} hit={hit} />
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}
