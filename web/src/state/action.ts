import { useState } from "preact/hooks";
import { Problem } from "../api/client.ts";

/** Something that a person has the server do: whether it is on its way, and what went wrong the last time. */
export interface Action {
  busy: boolean;
  problem: Problem | undefined;
  run: (work: () => Promise<void>) => Promise<void>;
}

export function useAction(): Action {
  const [busy, set_busy] = useState(false);
  const [problem, set_problem] = useState<Problem | undefined>(undefined);
  const run = async (work: () => Promise<void>) => {
    set_busy(true);
    set_problem(undefined);
    try {
      await work();
    } catch (error) {
      set_problem(Problem.of(error));
    }
    set_busy(false);
  };
  return { busy, problem, run };
}
