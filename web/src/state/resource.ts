import { useCallback, useEffect, useState } from "preact/hooks";
import { Problem } from "../api/client.ts";
import { useStore } from "./store.ts";
import { token } from "./token.ts";

/** What was asked of the server: the last answer stays visible while the next one is on its way. */
export interface Resource<T> {
  data: T | undefined;
  /** Of the last request; the data is of an earlier one then. */
  problem: Problem | undefined;
  loading: boolean;
  reload: () => void;
}

interface State<T> {
  key: string | null;
  data: T | undefined;
  problem: Problem | undefined;
  loading: boolean;
}

/** Loads again whenever `key` changes, giving up the request before; nothing is loaded for null. */
export function useResource<T>(key: string | null, load: (signal: AbortSignal) => Promise<T>): Resource<T> {
  const [state, set] = useState<State<T>>({ key: null, data: undefined, problem: undefined, loading: key !== null });
  const [round, again] = useState(0);
  const credential = useStore(token);
  useEffect(() => {
    if (key === null) {
      set({ key, data: undefined, problem: undefined, loading: false });
      return;
    }
    const giving_up = new AbortController();
    set((before) => ({ ...before, loading: true }));
    load(giving_up.signal).then(
      (data) => !giving_up.signal.aborted && set({ key, data, problem: undefined, loading: false }),
      (error: unknown) => {
        if (giving_up.signal.aborted) return;
        set((before) => ({ key, data: before.key === key ? before.data : undefined, problem: Problem.of(error), loading: false }));
      },
    );
    return () => giving_up.abort();
  }, [key, round, credential]);
  const reload = useCallback(() => again((count) => count + 1), []);
  return { data: state.data, problem: state.problem, loading: state.loading, reload };
}
