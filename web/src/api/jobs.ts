import { announce } from "../parts/announcer.tsx";
import { create_store } from "../state/store.ts";
import { ask, part, send } from "./client.ts";
import { read_events } from "./events.ts";
import type { Schemas } from "./schema.ts";

export type JobReport = Schemas["IndexReport"];
export type Job = Schemas["Job"];

/** Jobs that this page knows of, by id; those that it follows change as they go on. */
export const jobs = create_store<ReadonlyMap<string, Job>>(new Map());
/** How many jobs have ended since the page was loaded: what depends on indexes is asked for again when it changes. */
export const ended_jobs = create_store(0);

export const is_over = (job: Job): boolean => job.state !== "queued" && job.state !== "running";

const followed = new Set<string>();

function take(job: Job): void {
  const before = jobs.get().get(job.id);
  jobs.set(new Map(jobs.get()).set(job.id, job));
  if (!is_over(job) || !before || is_over(before)) return;
  ended_jobs.set(ended_jobs.get() + 1);
  announce(`${job.repo}: ${job.kind} ${job.state}`);
}

/** Follows a job over its event stream until it has ended. */
export async function follow(job: Job): Promise<void> {
  take(job);
  if (is_over(job) || followed.has(job.id)) return;
  followed.add(job.id);
  try {
    const response = await send(`/api/v1/jobs/${part(job.id)}/events`, { headers: { Accept: "text/event-stream" } });
    await read_events(response, (event) => take(JSON.parse(event.data) as Job));
  } catch {
    // The stream broke off: the job is looked at once more below.
  }
  followed.delete(job.id);
  const known = jobs.get().get(job.id);
  if (known && is_over(known)) return;
  try {
    take(await ask<Job>(`/api/v1/jobs/${part(job.id)}`));
  } catch {
    const rest = new Map(jobs.get());
    rest.delete(job.id);
    jobs.set(rest);
  }
}

/** Asks what is being done, and follows what has not ended. */
export async function look_at_jobs(signal?: AbortSignal): Promise<Job[]> {
  const answer = await ask<{ jobs: Job[] }>("/api/v1/jobs", { signal });
  for (const job of answer.jobs) if (!is_over(job)) void follow(job);
  return answer.jobs;
}

export async function cancel(job: Job): Promise<void> {
  take(await ask<Job>(`/api/v1/jobs/${part(job.id)}`, { method: "DELETE" }));
}

/** "parsing 120 of 400 files"; undefined where nothing is known yet. */
export function progress_text(job: Job): string | undefined {
  if (job.state === "queued") return "waits for its turn";
  const { progress } = job;
  if (!progress) return undefined;
  const of = progress.total === undefined ? "" : ` of ${progress.total.toLocaleString("en")}`;
  return `${progress.stage} ${progress.done.toLocaleString("en")}${of}${progress.unit ? ` ${progress.unit}` : ""}`;
}
