import { ask } from "../../api/client.ts";
import { client_of, type Link, link_name, load_links } from "../../api/links.ts";
import type { FileText } from "../../api/shapes.ts";
import { Breakable } from "../../parts/breakable.tsx";
import { CodeLines } from "../../parts/code.tsx";
import { Confidence } from "../../parts/confidence.tsx";
import { Failed, Loading } from "../../parts/states.tsx";
import { here_with } from "../../state/location.ts";
import { useResource } from "../../state/resource.ts";
import { showing } from "../../text/places.ts";
import { DrawerHead } from "./code_inspector.tsx";
import { evidence_lines } from "./evidence.ts";

const AROUND = 9;

interface Side {
  repo: string;
  path: string;
  line: number;
}

/** The lines around one end of a link. */
function SideCode({ title, side, about }: { title: string; side: Side; about: string }) {
  const file = useResource(`${side.repo}:${side.path}`, (signal) =>
    ask<FileText>("/api/v1/files", { query: { repo: side.repo, path: side.path }, signal }),
  );
  const from = Math.max(0, side.line - 1 - AROUND);
  const lines = file.data?.text.split("\n").slice(from, side.line + AROUND);
  return (
    <section class="link-side" aria-label={title}>
      <h3>{title}</h3>
      <p class="mono">
        <Breakable text={about} />
      </p>
      <p class="where">
        <span class="where-repo">{side.repo}</span>
        <a href={here_with(showing({ repo: side.repo, path: side.path, first: side.line }))}>
          <Breakable text={`${side.path}:${side.line}`} />
        </a>
      </p>
      {file.problem ? <Failed problem={file.problem} retry={file.reload} /> : null}
      {lines && file.data ? (
        <pre class="code code-excerpt" tabIndex={0} role="region" aria-label={`Lines of ${side.path}`}>
          <code>
            <CodeLines text={lines.join("\n")} language={file.data.language} first={from + 1} mark={side.line} />
          </code>
        </pre>
      ) : (
        <Loading lines={8} />
      )}
    </section>
  );
}

const verb_of = (link: Link): string => link.http_method ?? link.endpoint.http_method ?? "any";

const Sides = ({ link }: { link: Link }) => (
  <>
    <p class="link-summary">
      <span class="verb">{verb_of(link)}</span> <span class="mono">{link.url}</span> <Confidence of={link.confidence} />
      {link.via ? <span class="badge">{link.via}</span> : null}
    </p>
    <ul class="evidence">
      {evidence_lines(link.evidence).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
    <div class="link-sides">
      <SideCode title="Who calls" side={link.client} about={link.client.in ?? link.url} />
      <SideCode title="Who answers" side={link.endpoint} about={link.endpoint.handler ?? link.endpoint.route} />
    </div>
  </>
);

/** Both sides of a link, and why they are taken to belong together. */
export function LinkInspector({ name, close }: { name: string; close: () => void }) {
  const links = useResource(`link ${client_of(name)}`, (signal) => load_links([client_of(name)], signal));
  const link = links.data?.links.find((one) => link_name(one) === name);
  return (
    <>
      <DrawerHead title={link ? `${verb_of(link)} ${link.endpoint.route}` : "Link"} close={close} />
      <div class="drawer-body drawer-single" tabIndex={0} role="region" aria-label="Both sides of the link">
        {links.problem ? <Failed problem={links.problem} retry={links.reload} /> : null}
        {!links.data && !links.problem ? <Loading lines={10} /> : null}
        {links.data && !link ? <p>There is no such link any more. The code may have changed since the address was made.</p> : null}
        {link ? <Sides link={link} /> : null}
      </div>
    </>
  );
}
