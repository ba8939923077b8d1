import { useMemo, useState } from "preact/hooks";
import type { Hit, Relation } from "../../api/shapes.ts";
import { Breakable } from "../../parts/breakable.tsx";
import { Line } from "../../parts/code.tsx";
import { CopyButton } from "../../parts/copy_button.tsx";
import { here_with } from "../../state/location.ts";
import { excerpt } from "../../text/excerpt.ts";
import { count, counted } from "../../text/format.ts";
import { highlight } from "../../text/highlight.ts";
import { page_text } from "../../text/pages.ts";
import { line_numbers } from "../../text/line_numbers.ts";
import { marked_pieces, pattern_of } from "../../text/marks.ts";
import { showing } from "../../text/places.ts";

/** "upstream, 1 hop": that a result comes from a repository that the search reached by dependencies. */
const RelationBadge = ({ relation }: { relation: Relation }) => (
  <span class="badge badge-relation" title="Found in a repository that the search was widened to">
    {relation.direction ?? "expanded"}
    {relation.hops ? ` · ${counted(relation.hops, "hop")}` : ""}
  </span>
);

const Badges = ({ hit }: { hit: Hit }) => (
  <span class="badges">
    {hit.relation ? <RelationBadge relation={hit.relation} /> : null}
    {hit.stale ? (
      <span class="badge badge-warn" title="The file changed since it was indexed, and this was not found again in it">
        changed since
      </span>
    ) : null}
    <span class="badge">{hit.language}</span>
    {hit.callers ? <span class="badge">{counted(hit.callers, "caller")}</span> : null}
  </span>
);

function Excerpt({ hit }: { hit: Hit }) {
  const [whole, show_whole] = useState(false);
  const code = hit.code ?? "";
  const pattern = useMemo(() => pattern_of(hit.matched_terms), [hit]);
  const tokens = useMemo(() => highlight(code, hit.language), [code, hit.language]);
  const numbers = useMemo(() => (hit.document ? [] : line_numbers(code.split("\n"), hit.start_line, hit.end_line)), [hit]);
  const ranges = useMemo(
    () => (whole ? [{ from: 0, to: tokens.length }] : excerpt(code.split("\n"), pattern)),
    [code, pattern, whole, tokens.length],
  );
  if (code === "") return hit.signature ? <pre class="code code-excerpt">{hit.signature}</pre> : null;
  const shown = ranges.reduce((sum, range) => sum + range.to - range.from, 0);
  return (
    <>
      <pre class={hit.document ? "code code-excerpt code-prose" : "code code-excerpt"}>
        <code>
          {ranges.map((range, part) => (
            <span key={range.from} class={part > 0 ? "block block-gap" : "block"}>
              {tokens.slice(range.from, range.to).map((line, index) => (
                <Line key={index} tokens={line} number={numbers[range.from + index]} pattern={pattern} />
              ))}
            </span>
          ))}
        </code>
      </pre>
      {shown < tokens.length || whole ? (
        <button type="button" class="text-button excerpt-more" onClick={() => show_whole(!whole)}>
          {whole ? "Show less" : `Show all ${count(tokens.length)} lines`}
        </button>
      ) : null}
    </>
  );
}

const CHANNELS: readonly (readonly [keyof Hit["ranks"], string])[] = [
  ["name", "by its name"],
  ["lexical", "by words"],
  ["vector", "by meaning"],
  ["graph", "by calls"],
  ["rerank", "read again"],
];

/** Where each way of searching put a result, before they were put together. */
const Ranks = ({ hit }: { hit: Hit }) => {
  const known = CHANNELS.filter(([channel]) => hit.ranks[channel]);
  return (
    <dl class="ranks">
      <div>
        <dt>score</dt>
        <dd>{hit.score.toFixed(3)}</dd>
      </div>
      {known.map(([channel, title]) => (
        <div key={channel}>
          <dt>{title}</dt>
          <dd>#{hit.ranks[channel]}</dd>
        </div>
      ))}
    </dl>
  );
};

const NO_SYMBOLS = new Set(["section", "config", "document", "chunk", "entity", "file", "summary", "module"]);

/** What a dataset says of an entity, and which passages speak of it. */
const Entity = ({ entity }: { entity: NonNullable<Hit["entity"]> }) => (
  <dl class="ranks entity">
    <div>
      <dt>IRI</dt>
      <dd>
        <Breakable text={entity.iri} />
      </dd>
    </div>
    <div>
      <dt>is a</dt>
      <dd>
        <Breakable text={entity.types.join(", ")} />
      </dd>
    </div>
    {entity.mentions.length > 0 ? (
      <div>
        <dt>{counted(entity.total_mentions, "mention")}</dt>
        <dd>
          {entity.mentions.map((mention) => (
            <p key={mention.chunk_id ?? mention.text}>
              <Breakable text={[mention.document, page_text(mention)].filter(Boolean).join(" ")} />: {mention.text}
            </p>
          ))}
        </dd>
      </div>
    ) : null}
  </dl>
);

export function ResultCard({ hit, explained }: { hit: Hit; explained: boolean }) {
  const title = hit.qualified_name ?? hit.name ?? hit.path.slice(hit.path.lastIndexOf("/") + 1);
  const pattern = useMemo(() => pattern_of(hit.matched_terms), [hit]);
  const place = { repo: hit.repo, path: hit.path, first: hit.start_line, last: hit.end_line };
  const where = hit.page ? `${hit.path} ${page_text(hit)}` : `${hit.path}:${hit.start_line}`;
  return (
    <article class="result" aria-labelledby={`result-${hit.rank}`} data-place={where}>
      <header class="result-head">
        <span class={`kind kind-${hit.kind}`}>{hit.kind}</span>
        <h2 class="result-title" id={`result-${hit.rank}`}>
          <a class="result-link" href={here_with(showing(place, NO_SYMBOLS.has(hit.kind) ? undefined : hit.id))}>
            <Marked text={title} pattern={pattern} />
          </a>
        </h2>
        <span class="result-end">
          <Badges hit={hit} />
          <span class="result-actions">
            <CopyButton text={where} label={`Copy ${where}`} icon="pin" />
            {hit.code ? <CopyButton text={hit.code} label={`Copy the code of ${title}`} /> : null}
          </span>
        </span>
      </header>
      <p class="where">
        <span class="where-repo">{hit.repo}</span>
        <Breakable text={where} />
      </p>
      {explained ? <Ranks hit={hit} /> : null}
      {hit.entity ? <Entity entity={hit.entity} /> : null}
      <Excerpt hit={hit} />
    </article>
  );
}

const Marked = ({ text, pattern }: { text: string; pattern: RegExp | null }) => (
  <>
    {marked_pieces(text, pattern).map((piece, index) =>
      piece.marked ? <mark key={index}>{piece.text}</mark> : <Breakable key={index} text={piece.text} />,
    )}
  </>
);
