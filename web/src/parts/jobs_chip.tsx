import { useEffect } from "preact/hooks";
import { is_over, jobs, look_at_jobs } from "../api/jobs.ts";
import { useStore } from "../state/store.ts";
import { token } from "../state/token.ts";
import { Icon } from "./icon.tsx";

/** Others begin jobs too: the command line, watching, another page. */
const LOOK_AGAIN_MS = 15_000;

/** How many jobs run, wherever one is. */
export function JobsChip() {
  const credential = useStore(token);
  useEffect(() => {
    const giving_up = new AbortController();
    const look = () => {
      if (!document.hidden) look_at_jobs(giving_up.signal).catch(() => undefined);
    };
    look();
    const timer = window.setInterval(look, LOOK_AGAIN_MS);
    return () => {
      window.clearInterval(timer);
      giving_up.abort();
    };
  }, [credential]);
  const active = [...useStore(jobs).values()].filter((job) => !is_over(job)).length;
  if (active === 0) return null;
  return (
    <a class="chip chip-live" href="/status">
      <Icon name="sync" />
      {active} {active === 1 ? "job" : "jobs"}
    </a>
  );
}
