import { ask, send } from "../../api/client.ts";
import { ended_jobs } from "../../api/jobs.ts";
import { is_within } from "../../api/scope.ts";
import { figure, label, type Stats } from "../../api/status.ts";
import { EmptyScope, ScopeChoice } from "../../parts/scope_choice.tsx";
import { Failed, Loading } from "../../parts/states.tsx";
import { useRepositories } from "../../state/known.ts";
import { useResource } from "../../state/resource.ts";
import { useScope } from "../../state/scope.ts";
import { useStore } from "../../state/store.ts";
import { ago, count, percent, size } from "../../text/format.ts";
import { part } from "../../api/client.ts";
import { StateBadge } from "../repositories/repositories_view.tsx";
import { JobsPanel } from "./jobs_panel.tsx";
import { ModelPanel } from "./model_panel.tsx";

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div class="figure">
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

function Numbers() {
  const ended = useStore(ended_jobs);
  const stats = useResource(`stats ${ended}`, (signal) => ask<Stats>("/api/v1/stats", { signal }));
  if (stats.problem) return <Failed problem={stats.problem} retry={stats.reload} />;
  if (!stats.data) return <Loading lines={4} />;
  const { repositories, files, units, symbols, references, edges, vectors, bytes_on_disk } = stats.data;
  const rows: [string, number][] = [
    ["Repositories", repositories],
    ["Files", files],
    ["Units", units],
    ["Symbols", symbols],
    ["Uses of names", references],
    ["Understood uses", edges],
    ["Vectors", vectors],
  ];
  return (
    <dl class="figures">
      {rows.map(([name, value]) => (
        <Figure key={name} name={name} value={count(value)} />
      ))}
      <Figure name="On disk" value={size(bytes_on_disk)} />
    </dl>
  );
}

/** The process: version and memory. */
function ProcessPanel() {
  const metrics = useResource("metrics", async (signal) => (await send("/metrics", { headers: { Accept: "text/plain" }, signal })).text());
  const text = metrics.data ?? "";
  const version = label(text, "grove_build_info", "version");
  const [resident, anonymous] = [figure(text, "process_resident_memory_bytes"), figure(text, "grove_anonymous_memory_bytes")];
  return (
    <section class="panel stack" aria-labelledby="process-title">
      <h2 id="process-title">Server</h2>
      <dl class="facts">
        <div class="fact">
          <dt>Version</dt>
          <dd>{version ?? "…"}</dd>
        </div>
        <div class="fact">
          <dt>Memory in use</dt>
          <dd>{anonymous === undefined ? "…" : size(anonymous)}</dd>
        </div>
        <div class="fact">
          <dt>With mapped indexes</dt>
          <dd>{resident === undefined ? "…" : size(resident)}</dd>
        </div>
      </dl>
      <p class="small">
        <a href="/openapi.json" data-outside>
          API description
        </a>{" "}
        ·{" "}
        <a href="/metrics" data-outside>
          Figures for Prometheus
        </a>
      </p>
    </section>
  );
}

function Freshness() {
  const answer = useRepositories();
  const scope = useScope();
  const shown = answer.data?.repositories.filter(({ name }) => is_within(scope, name));
  return (
    <section class="panel stack" aria-labelledby="fresh-title">
      <div class="table-head">
        <h2 id="fresh-title">Indexes</h2>
        <ScopeChoice scope={scope} />
      </div>
      {answer.problem ? <Failed problem={answer.problem} retry={answer.reload} /> : null}
      {!answer.data && !answer.problem ? <Loading lines={4} /> : null}
      {scope.is_empty ? <EmptyScope groups={scope.groups} /> : null}
      {shown && shown.length > 0 ? (
        <div class="table-scroll" tabIndex={0} role="region" aria-label="Indexes by repository">
          <table>
            <thead>
              <tr>
                <th scope="col">Repository</th>
                <th scope="col">State</th>
                <th scope="col">Indexed</th>
                <th scope="col" class="number">
                  Units
                </th>
                <th scope="col" class="number">
                  Meaning known
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((repository) => (
                <tr key={repository.id}>
                  <th scope="row">
                    <a href={`/repositories/${part(repository.name)}`}>{repository.name}</a>
                  </th>
                  <td>
                    <StateBadge repository={repository} />
                  </td>
                  <td>{repository.indexed_at ? ago(repository.indexed_at) : "never"}</td>
                  <td class="number">{count(repository.units)}</td>
                  <td class="number">{repository.units > 0 ? percent(repository.vectors_ready) : ""}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </section>
  );
}

export const StatusView = () => (
  <div class="page stack">
    <div class="page-head">
      <h1>Status</h1>
    </div>
    <Numbers />
    <JobsPanel />
    <div class="columns">
      <ModelPanel />
      <ProcessPanel />
    </div>
    <Freshness />
  </div>
);
