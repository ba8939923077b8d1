import { useState } from "preact/hooks";
import { ask, part } from "../../api/client.ts";
import { load_remarks } from "../../api/flows.ts";
import { ended_jobs } from "../../api/jobs.ts";
import type { Coverage } from "../../api/shapes.ts";
import { Failed, Loading } from "../../parts/states.tsx";
import { Warnings } from "../../parts/warnings.tsx";
import { here_with } from "../../state/location.ts";
import { useResource } from "../../state/resource.ts";
import { useStore } from "../../state/store.ts";
import { count, counted } from "../../text/format.ts";
import { showing } from "../../text/places.ts";
import { cause, causes_of } from "./coverage_causes.ts";

const Languages = ({ by_language }: { by_language: Record<string, number> }) => {
  const rows = Object.entries(by_language).sort((a, b) => b[1] - a[1]);
  const most = Math.max(1, ...rows.map(([, files]) => files));
  return (
    <ul class="plain bars" aria-label="Files by language">
      {rows.map(([language, files]) => (
        <li key={language}>
          <span>{language}</span>
          <meter min={0} max={most} value={files} aria-label={`${language}: share of the largest`} />
          <span class="number">{count(files)}</span>
        </li>
      ))}
    </ul>
  );
};

const Omitted = ({ repo, coverage, more }: { repo: string; coverage: Coverage; more: () => void }) => (
  <>
    <div class="table-scroll" tabIndex={0} role="region" aria-label="Files left out">
      <table>
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {coverage.omitted.map((one) => (
            <tr key={one.path}>
              <td class="mono">
                <a href={here_with(showing({ repo, path: one.path }))}>{one.path}</a>
              </td>
              <td>{cause(one.state, one.reason)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    {coverage.omitted.length < coverage.total ? (
      <button type="button" class="text-button" onClick={more}>
        Show more of {count(coverage.total)}
      </button>
    ) : null}
  </>
);

/** What of a repository can be found, and what can't, with the reasons. */
export function CoveragePanel({ name }: { name: string }) {
  const [limit, set] = useState(50);
  const ended = useStore(ended_jobs);
  const answer = useResource(`coverage ${name} ${limit} ${ended}`, (signal) =>
    ask<Coverage>(`/api/v1/repos/${part(name)}/coverage`, { query: { limit }, signal }),
  );
  const remarks = useResource(`remarks ${name} ${ended}`, (signal) => load_remarks(name, signal));
  const coverage = answer.data;
  return (
    <section class="panel stack" aria-labelledby="coverage-title">
      <h2 id="coverage-title">Coverage</h2>
      {answer.problem ? <Failed problem={answer.problem} retry={answer.reload} /> : null}
      {!coverage && !answer.problem ? <Loading lines={5} /> : null}
      {coverage ? (
        <>
          <p>
            {count(coverage.indexed)} of {counted(coverage.files, "file")} can be searched
            {coverage.total === 0 ? "; nothing was left out." : ":"}
          </p>
          <Languages by_language={coverage.by_language} />
          {coverage.reasons.length > 0 ? (
            <ul class="plain reasons">
              {causes_of(coverage).map(([text, files]) => (
                <li key={text}>
                  <span class="number">{count(files)}</span> {text}
                </li>
              ))}
            </ul>
          ) : null}
          <Warnings of={remarks.data} />
          {coverage.omitted.length > 0 ? <Omitted repo={name} coverage={coverage} more={() => set(limit + 200)} /> : null}
        </>
      ) : null}
    </section>
  );
}
