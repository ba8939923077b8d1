import { type EndpointSide, type Link, link_name, type UnmatchedCall } from "../../api/links.ts";
import { Confidence } from "../../parts/confidence.tsx";
import { here_with } from "../../state/location.ts";
import { showing } from "../../text/places.ts";

/** Rows of a table that are drawn. */
export const MOST = 300;

const Verb = ({ of }: { of: string | undefined }) => <span class="verb">{of ?? "any"}</span>;

const Heads = ({ names }: { names: readonly string[] }) => (
  <thead>
    <tr>
      {names.map((name) => (
        <th key={name} scope="col">
          {name}
        </th>
      ))}
    </tr>
  </thead>
);

const LinkRow = ({ link }: { link: Link }) => (
  <tr>
    <td>
      <Verb of={link.http_method ?? link.endpoint.http_method} />
    </td>
    <td class="mono">
      <a href={here_with({ link: link_name(link), at: undefined, symbol: undefined })}>{link.url}</a>
    </td>
    <td>
      <span class="cell-main">{link.client.repo}</span>
      <span class="cell-note mono">
        {link.client.path}:{link.client.line}
      </span>
    </td>
    <td>
      <span class="cell-main">
        {link.endpoint.repo} <span class="mono">{link.endpoint.route}</span>
      </span>
      <span class="cell-note mono">{link.endpoint.handler ?? `${link.endpoint.path}:${link.endpoint.line}`}</span>
    </td>
    <td>
      <Confidence of={link.confidence} />
    </td>
  </tr>
);

export const LinkTable = ({ links }: { links: readonly Link[] }) => (
  <div class="table-scroll" tabIndex={0} role="region" aria-label="Links">
    <table class="wide-table">
      <Heads names={["Verb", "Address asked for", "Who calls", "Who answers", "How sure"]} />
      <tbody>
        {links.slice(0, MOST).map((link, index) => (
          <LinkRow key={index} link={link} />
        ))}
      </tbody>
    </table>
  </div>
);

export const UnmatchedTable = ({ calls }: { calls: readonly UnmatchedCall[] }) => (
  <div class="table-scroll" tabIndex={0} role="region" aria-label="Calls that nobody answers">
    <table class="wide-table">
      <Heads names={["Verb", "Address asked for", "Who calls", "Why nothing was found"]} />
      <tbody>
        {calls.slice(0, MOST).map((call, index) => (
          <tr key={index}>
            <td>
              <Verb of={call.http_method} />
            </td>
            <td class="mono">
              <a href={here_with(showing({ repo: call.client.repo, path: call.client.path, first: call.client.line }))}>{call.url}</a>
            </td>
            <td>
              <span class="cell-main">{call.client.repo}</span>
              <span class="cell-note mono">
                {call.client.path}:{call.client.line}
              </span>
            </td>
            <td class="muted">{call.reason}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

export const UncalledTable = ({ endpoints }: { endpoints: readonly EndpointSide[] }) => (
  <div class="table-scroll" tabIndex={0} role="region" aria-label="Routes that nobody calls">
    <table class="wide-table">
      <Heads names={["Verb", "Route", "Repository", "Handler"]} />
      <tbody>
        {endpoints.slice(0, MOST).map((endpoint, index) => (
          <tr key={index}>
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
            <td class="mono muted">{endpoint.handler ?? `${endpoint.path}:${endpoint.line}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
