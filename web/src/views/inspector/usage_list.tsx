import { ask, part } from "../../api/client.ts";
import type { Reference, References } from "../../api/shapes.ts";
import { Breakable } from "../../parts/breakable.tsx";
import { Confidence } from "../../parts/confidence.tsx";
import { Failed, Loading } from "../../parts/states.tsx";
import { Warnings } from "../../parts/warnings.tsx";
import { here_with, place } from "../../state/location.ts";
import { useResource } from "../../state/resource.ts";
import { count } from "../../text/format.ts";
import { showing } from "../../text/places.ts";

/** By file, in the order of the answer. */
function by_file(references: readonly Reference[]): [string, Reference[]][] {
  const files = new Map<string, Reference[]>();
  for (const one of references) files.set(`${one.repo}:${one.path}`, [...(files.get(`${one.repo}:${one.path}`) ?? []), one]);
  return [...files];
}

const symbol_here = () => place.get().query.get("symbol") ?? undefined;

const Usage = ({ one }: { one: Reference }) => (
  <li>
    <a class="usage" href={here_with({ ...showing({ repo: one.repo, path: one.path, first: one.line }, symbol_here()), tab: "usages" })}>
      <span class="usage-line">{one.line}</span>
      <code class="usage-text">{one.preview?.trim() ?? one.in ?? one.role}</code>
      <span class="usage-role">{one.role}</span>
      <Confidence of={one.confidence} />
    </a>
  </li>
);

export function UsageList({ symbol, repo }: { symbol: string; repo: string | undefined }) {
  const uses = useResource(symbol === "" ? null : `${repo ?? ""} ${symbol}`, (signal) =>
    ask<References>(`/api/v1/symbols/${part(symbol)}/references`, { query: { repo, limit: 200 }, signal }),
  );
  if (symbol === "") return <p class="muted">Nothing is known of its uses.</p>;
  if (uses.problem) return <Failed problem={uses.problem} retry={uses.reload} />;
  if (!uses.data) return <Loading lines={6} />;
  if (uses.data.references.length === 0) return <p class="muted">No use of it was found.</p>;
  return (
    <>
      <Warnings of={uses.data.warnings} />
      {by_file(uses.data.references).map(([file, references]) => (
        <section key={file} class="usage-file">
          <h3 class="file-head">
            <Breakable text={file} />
          </h3>
          <ul class="plain">
            {references.map((one, index) => (
              <Usage key={index} one={one} />
            ))}
          </ul>
        </section>
      ))}
      {uses.data.total > uses.data.references.length ? (
        <p class="muted small">
          The first {count(uses.data.references.length)} of {count(uses.data.total)}.
        </p>
      ) : null}
    </>
  );
}
