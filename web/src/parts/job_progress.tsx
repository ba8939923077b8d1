import { cancel, type Job, progress_text } from "../api/jobs.ts";
import { useAction } from "../state/action.ts";

/** How far a job is, as it goes on, with a way to stop it. */
export function JobProgress({ job }: { job: Job }) {
  const stopping = useAction();
  const { progress } = job;
  const label = `${job.repo}: ${job.kind}`;
  return (
    <div class="job-progress">
      <div class="job-progress-line">
        <span>{progress_text(job) ?? "begins"}</span>
        <button
          type="button"
          class="text-button"
          disabled={stopping.busy || job.cancel_requested}
          onClick={() => void stopping.run(() => cancel(job))}
        >
          {job.cancel_requested ? "Stopping" : "Stop"}
        </button>
      </div>
      {progress?.total ? <progress max={progress.total} value={progress.done} aria-label={label} /> : <progress aria-label={label} />}
    </div>
  );
}
