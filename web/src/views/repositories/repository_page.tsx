import { useState } from "preact/hooks";
import { ask, part } from "../../api/client.ts";
import { ended_jobs, type JobReport, jobs } from "../../api/jobs.ts";
import type { Repository } from "../../api/shapes.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Icon } from "../../parts/icon.tsx";
import { JobProgress } from "../../parts/job_progress.tsx";
import { Failed, Loading, Notice } from "../../parts/states.tsx";
import { Warnings } from "../../parts/warnings.tsx";
import { useAction } from "../../state/action.ts";
import { go } from "../../state/location.ts";
import { useResource } from "../../state/resource.ts";
import { useStore } from "../../state/store.ts";
import { ago, count, counted, milliseconds, percent, size } from "../../text/format.ts";
import { ChangeForm } from "./change_form.tsx";
import { CoveragePanel } from "./coverage_panel.tsx";
import { RelationsPanel } from "./relations_panel.tsx";
import { StateBadge, sync, useActiveJob } from "./repositories_view.tsx";

const Fact = ({ name, value, wide = false }: { name: string; value: string | undefined; wide?: boolean }) =>
  value === undefined || value === "" ? null : (
    <div class={wide ? "fact fact-wide" : "fact"}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );

const Facts = ({ repository }: { repository: Repository }) => (
  <dl class="facts">
    <Fact name="Address" value={repository.url} wide />
    <Fact name="Folder" value={repository.root} wide />
    <Fact name="Only" value={repository.subpath} />
    <Fact name="Branch" value={repository.branch} />
    <Fact name="Commit" value={repository.commit?.slice(0, 12)} />
    <Fact name="Indexed" value={repository.indexed_at ? ago(repository.indexed_at) : "never"} />
    <Fact name="Files" value={count(repository.files)} />
    <Fact name="Units" value={count(repository.units)} />
    <Fact name="Meaning known" value={repository.units > 0 ? percent(repository.vectors_ready) : undefined} />
    <Fact name="On disk" value={size(repository.bytes_on_disk)} />
  </dl>
);

const Report = ({ report }: { report: JobReport }) => (
  <Notice>
    <p>
      Indexed in {milliseconds(report.took_ms)}: {counted(report.added, "file")} new, {count(report.modified)} changed,{" "}
      {count(report.deleted)} gone, {count(report.unchanged)} as before.
    </p>
  </Notice>
);

/** What the last job on it that this page saw came to. */
function useLastEnd(name: string) {
  return [...useStore(jobs).values()].filter((job) => job.repo === name && job.ended_at !== undefined).at(-1);
}

const Actions = ({ repository }: { repository: Repository }) => {
  const [asking, ask_first] = useState(false);
  const [changing, change] = useState(false);
  const action = useAction();
  const job = useActiveJob(repository.name);
  const last = useLastEnd(repository.name);
  const remove = async () => {
    await ask(`/api/v1/repos/${part(repository.id)}`, { method: "DELETE" });
    go("/repositories");
  };
  return (
    <>
      <div class="actions">
        <button
          type="button"
          class="button primary"
          disabled={action.busy || job !== undefined}
          onClick={() => void action.run(() => sync(repository.name))}
        >
          <Icon name="sync" />
          Sync
        </button>
        <button
          type="button"
          class="button"
          disabled={action.busy || job !== undefined}
          onClick={() => void action.run(() => sync(repository.name, { force: true }))}
        >
          Read everything again
        </button>
        <a class="button" href={`/search?repo=${part(repository.name)}`}>
          <Icon name="search" />
          Search in it
        </a>
        <button type="button" class="button" disabled={changing} onClick={() => change(true)}>
          Change
        </button>
        <button type="button" class="button danger" disabled={action.busy} onClick={() => ask_first(true)}>
          <Icon name="trash" />
          Remove
        </button>
      </div>
      {changing ? <ChangeForm repository={repository} close={() => change(false)} /> : null}
      {job ? <JobProgress job={job} /> : null}
      {!job && last?.report ? <Report report={last.report} /> : null}
      {!job ? <Warnings of={last?.report?.warnings} /> : null}
      {!job && last?.error ? <Notice tone="warn">{last.error.message}</Notice> : null}
      {action.problem ? <Failed problem={action.problem} /> : null}
      {asking ? (
        <Confirm
          title={`Remove ${repository.name}?`}
          action="Remove"
          confirm={() => void action.run(remove)}
          close={() => ask_first(false)}
        >
          Its index{repository.url ? " and its clone are" : " is"} deleted. {repository.url ? "The remote" : "Your folder"} stays as it is.
        </Confirm>
      ) : null}
    </>
  );
};

export function RepositoryPage({ name }: { name: string }) {
  const ended = useStore(ended_jobs);
  const answer = useResource(`${name} ${ended}`, (signal) => ask<Repository>(`/api/v1/repos/${part(name)}`, { signal }));
  const repository = answer.data;
  return (
    <div class="page stack">
      <a class="back" href="/repositories">
        <Icon name="back" />
        Repositories
      </a>
      <div class="page-head">
        <h1>
          {name} {repository ? <StateBadge repository={repository} /> : null}
        </h1>
      </div>
      {answer.problem ? <Failed problem={answer.problem} retry={answer.reload} /> : null}
      {!repository && !answer.problem ? <Loading lines={8} /> : null}
      {repository ? (
        <>
          {repository.problem ? <Notice tone="warn">{repository.problem}</Notice> : null}
          <Actions repository={repository} />
          <Facts repository={repository} />
          <RelationsPanel name={repository.name} />
          <CoveragePanel name={repository.name} />
        </>
      ) : null}
    </div>
  );
}
