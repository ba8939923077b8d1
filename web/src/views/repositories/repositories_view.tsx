import { useState } from "preact/hooks";
import { ask, part } from "../../api/client.ts";
import { ended_jobs, follow, is_over, type Job, jobs } from "../../api/jobs.ts";
import type { Repositories, Repository } from "../../api/shapes.ts";
import { Breakable } from "../../parts/breakable.tsx";
import { FilterField } from "../../parts/filter_field.tsx";
import { Icon } from "../../parts/icon.tsx";
import { JobProgress } from "../../parts/job_progress.tsx";
import { Empty, Failed, Loading } from "../../parts/states.tsx";
import { useAction } from "../../state/action.ts";
import { usePlace } from "../../state/location.ts";
import { useResource } from "../../state/resource.ts";
import { useStore } from "../../state/store.ts";
import { ago, count, counted, percent, size } from "../../text/format.ts";
import { AddForm } from "./add_form.tsx";
import { RepositoryTabs } from "./repository_tabs.tsx";

const STATES: Record<Repository["state"], { tone: string; text: string }> = {
  ready: { tone: "badge-good", text: "ready" },
  not_indexed: { tone: "badge-warn", text: "not indexed" },
  missing_folder: { tone: "badge-bad", text: "folder missing" },
  broken: { tone: "badge-bad", text: "broken" },
};

export const StateBadge = ({ repository }: { repository: Repository }) => {
  const { tone, text } = STATES[repository.state];
  return <span class={`badge ${tone}`}>{repository.pending_changes ? "changes pending" : text}</span>;
};

export const sync = async (name: string, body: object = {}): Promise<void> =>
  void follow(await ask<Job>(`/api/v1/repos/${part(name)}/sync`, { method: "POST", body }));

const Facts = ({ repository }: { repository: Repository }) => (
  <p class="muted small facts-line">
    <span>{counted(repository.files, "file")}</span>
    <span>{counted(repository.units, "unit")}</span>
    <span>{size(repository.bytes_on_disk)}</span>
    {repository.vectors_ready < 1 && repository.units > 0 ? <span>meaning known of {percent(repository.vectors_ready)}</span> : null}
    {repository.indexed_at ? <span>indexed {ago(repository.indexed_at)}</span> : null}
  </p>
);

function Row({ repository, job }: { repository: Repository; job: Job | undefined }) {
  const action = useAction();
  return (
    <li class="repo-row">
      <div class="repo-main">
        <h2 class="repo-name">
          <a href={`/repositories/${part(repository.name)}`}>{repository.name}</a> <StateBadge repository={repository} />
        </h2>
        <p class="where">
          <Breakable text={repository.url ?? repository.root} />
        </p>
        <Facts repository={repository} />
        {repository.problem ? <p class="bad small">{repository.problem}</p> : null}
        {action.problem ? <Failed problem={action.problem} /> : null}
        {job ? <JobProgress job={job} /> : null}
      </div>
      <button
        type="button"
        class="button small"
        disabled={action.busy || job !== undefined}
        aria-label={`Sync ${repository.name}`}
        onClick={() => void action.run(() => sync(repository.name))}
      >
        <Icon name="sync" />
        Sync
      </button>
    </li>
  );
}

/** The job that works on a repository, if one does. */
export function useActiveJob(name: string): Job | undefined {
  return [...useStore(jobs).values()].find((job) => job.repo === name && !is_over(job));
}

const ActiveRow = ({ repository }: { repository: Repository }) => <Row repository={repository} job={useActiveJob(repository.name)} />;

/** With more, one looks for names rather than through all of them. */
const MANY = 8;

const List = ({ repositories }: { repositories: readonly Repository[] }) => {
  const words = (usePlace().query.get("find") ?? "").toLowerCase();
  const found = repositories.filter(({ name, url, root }) => `${name} ${url ?? root}`.toLowerCase().includes(words));
  return (
    <>
      {repositories.length > MANY || words !== "" ? (
        <div class="inline-form choice-bar">
          <FilterField label="Filter" parameter="find" placeholder="a name" />
          <p class="muted small" role="status">
            {found.length === repositories.length ? "" : `${count(found.length)} of `}
            {counted(repositories.length, "repository", "repositories")}
          </p>
        </div>
      ) : null}
      {found.length === 0 ? <p class="muted">No repository has this in its name or place.</p> : null}
      <ul class="plain repo-list" aria-label={counted(found.length, "repository", "repositories")}>
        {found.map((repository) => (
          <ActiveRow key={repository.id} repository={repository} />
        ))}
      </ul>
    </>
  );
};

export function RepositoriesView() {
  const [adding, set_adding] = useState(false);
  const ended = useStore(ended_jobs);
  const known = useStore(jobs).size;
  const answer = useResource(`repos ${ended} ${known}`, (signal) => ask<Repositories>("/api/v1/repos", { signal }));
  const list = answer.data?.repositories;
  return (
    <div class="page">
      <div class="page-head">
        <h1>Repositories</h1>
        {adding ? null : (
          <button type="button" class="button primary" onClick={() => set_adding(true)}>
            <Icon name="plus" />
            Add a repository
          </button>
        )}
      </div>
      <RepositoryTabs current="/repositories" />
      {adding ? <AddForm close={() => set_adding(false)} /> : null}
      {answer.problem ? <Failed problem={answer.problem} retry={answer.reload} /> : null}
      {!list && !answer.problem ? <Loading lines={6} /> : null}
      {list?.length === 0 && !adding ? (
        <Empty icon="folder" title="No repository is registered yet">
          <p>Add a folder of the machine that the server runs on, or the address of a Git repository.</p>
        </Empty>
      ) : null}
      {list && list.length > 0 ? <List repositories={list} /> : null}
    </div>
  );
}
