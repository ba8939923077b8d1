import { useState } from "preact/hooks";
import type { ComponentChild } from "preact";
import { type EndpointSide, type Link, link_name, type UnmatchedCall } from "../../api/links.ts";
import { Breakable } from "../../parts/breakable.tsx";
import { Confidence } from "../../parts/confidence.tsx";
import { here_with } from "../../state/location.ts";
import { count } from "../../text/format.ts";
import { showing } from "../../text/places.ts";

/** Rows that are drawn at once. */
const PAGE = 200;

const Verb = ({ of }: { of: string | undefined }) => <span class="verb">{of ?? "any"}</span>;

const CodeLink = ({ repo, path, line }: { repo: string; path: string; line: number }) => (
  <a class="cell-note mono" href={here_with({ ...showing({ repo, path, first: line }), link: undefined })}>
    <Breakable text={`${path}:${line}`} />
  </a>
);

interface TableProps<T> {
  label: string;
  heads: readonly string[];
  items: readonly T[];
  /** Said where there is none. */
  none: string;
  row: (item: T) => ComponentChild;
}

/** A table that draws its first rows, and more when asked. */
function PagedTable<T>({ label, heads, items, none, row }: TableProps<T>) {
  const [most, set] = useState(PAGE);
  if (items.length === 0) return <p class="muted">{none}</p>;
  return (
    <>
      <div class="table-scroll" tabIndex={0} role="region" aria-label={label}>
        <table class="wide-table">
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.slice(0, most).map((item, index) => (
              <tr key={index}>{row(item)}</tr>
            ))}
          </tbody>
        </table>
      </div>
      {items.length > most ? (
        <button type="button" class="button more" onClick={() => set(most + PAGE)}>
          Show more of {count(items.length)}
        </button>
      ) : null}
    </>
  );
}

const LinkRow = ({ link }: { link: Link }) => (
  <>
    <td>
      <Verb of={link.http_method ?? link.endpoint.http_method} />
    </td>
    <td class="mono">
      <a href={here_with({ link: link_name(link), at: undefined, symbol: undefined })}>{link.url}</a>
    </td>
    <td>
      <span class="cell-main">{link.client.in ? `${link.client.repo} ${link.client.in}` : link.client.repo}</span>
      <CodeLink {...link.client} />
    </td>
    <td>
      <span class="cell-main">
        {link.endpoint.repo} <span class="mono">{link.endpoint.handler ?? link.endpoint.route}</span>
      </span>
      <CodeLink {...link.endpoint} />
    </td>
    <td>
      <Confidence of={link.confidence} />
    </td>
  </>
);

export const LinkTable = ({ links }: { links: readonly Link[] }) => (
  <PagedTable
    label="Links"
    heads={["Verb", "Address asked for", "Who calls", "Who answers", "How sure"]}
    items={links}
    none="No link fits."
    row={(link) => <LinkRow link={link} />}
  />
);

export const UnmatchedTable = ({ calls }: { calls: readonly UnmatchedCall[] }) => (
  <PagedTable
    label="Calls that nobody answers"
    heads={["Verb", "Address asked for", "Who calls", "Why nothing was found"]}
    items={calls}
    none="No call without an answer."
    row={(call) => (
      <>
        <td>
          <Verb of={call.http_method} />
        </td>
        <td class="mono">
          <a href={here_with(showing({ repo: call.client.repo, path: call.client.path, first: call.client.line }))}>{call.url}</a>
        </td>
        <td>
          <span class="cell-main">{call.client.repo}</span>
          <CodeLink {...call.client} />
        </td>
        <td class="muted">{call.reason}</td>
      </>
    )}
  />
);

export const UncalledTable = ({ endpoints }: { endpoints: readonly EndpointSide[] }) => (
  <PagedTable
    label="Routes that nobody calls"
    heads={["Verb", "Route", "Repository", "Handler"]}
    items={endpoints}
    none="No route without a caller."
    row={(endpoint) => (
      <>
        <td>
          <Verb of={endpoint.http_method} />
        </td>
        <td class="mono">
          <a href={here_with(showing({ repo: endpoint.repo, path: endpoint.path, first: endpoint.line }))}>{endpoint.route}</a>
        </td>
        <td>
          <span class="cell-main">{endpoint.repo}</span>
          <span class="cell-note">{endpoint.framework}</span>
        </td>
        <td>
          <span class="cell-main mono">{endpoint.handler}</span>
          <CodeLink {...endpoint} />
        </td>
      </>
    )}
  />
);
