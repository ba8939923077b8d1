import { useEffect, useState } from "preact/hooks";
import { Problem } from "../../api/client.ts";
import { ended_jobs, is_over, type Job, jobs, look_at_jobs } from "../../api/jobs.ts";
import { JobProgress } from "../../parts/job_progress.tsx";
import { Failed } from "../../parts/states.tsx";
import { useStore } from "../../state/store.ts";
import { token } from "../../state/token.ts";
import { ago } from "../../text/format.ts";

const TONES: Record<Job["state"], string> = {
  queued: "badge",
  running: "badge badge-relation",
  done: "badge badge-good",
  failed: "badge badge-bad",
  cancelled: "badge badge-warn",
};

const Row = ({ job }: { job: Job }) => (
  <li class="job-row">
    <p>
      <strong>{job.repo}</strong> {job.kind} <span class={TONES[job.state]}>{job.state}</span>{" "}
      <span class="muted small">{ago(job.ended_at ?? job.started_at ?? job.created_at)}</span>
    </p>
    {is_over(job) ? null : <JobProgress job={job} />}
    {job.error ? (
      <p class="bad small">
        {job.error.message} {job.error.hint}
      </p>
    ) : null}
  </li>
);

/** Jobs of this server, those that run first; they change as they go on. */
function useJobs(): { list: readonly Job[]; problem: Problem | undefined } {
  const [list, set] = useState<readonly Job[]>([]);
  const [problem, fail] = useState<Problem | undefined>(undefined);
  const [ended, credential] = [useStore(ended_jobs), useStore(token)];
  useEffect(() => {
    const giving_up = new AbortController();
    look_at_jobs(giving_up.signal).then(
      (known) => (set(known), fail(undefined)),
      (error: unknown) => giving_up.signal.aborted || fail(Problem.of(error)),
    );
    return () => giving_up.abort();
  }, [ended, credential]);
  const live = useStore(jobs);
  return { list: list.map((job) => live.get(job.id) ?? job), problem };
}

const SHOWN = 12;

export function JobsPanel() {
  const { list, problem } = useJobs();
  const ordered = [...list.filter((job) => !is_over(job)), ...list.filter(is_over)];
  return (
    <section class="panel stack" aria-labelledby="jobs-title">
      <h2 id="jobs-title">Jobs</h2>
      {problem ? <Failed problem={problem} /> : null}
      {ordered.length === 0 ? <p class="muted">Nothing was done since the server began.</p> : null}
      <ul class="plain job-list">
        {ordered.slice(0, SHOWN).map((job) => (
          <Row key={job.id} job={job} />
        ))}
      </ul>
    </section>
  );
}
