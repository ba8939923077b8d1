import { useEffect, useState } from "preact/hooks";

/** A value that views follow. */
export interface Store<T> {
  get(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

export function create_store<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<T>(store: Store<T>): T {
  const [value, set] = useState(() => store.get());
  useEffect(() => {
    set(() => store.get());
    return store.subscribe(() => set(() => store.get()));
  }, [store]);
  return value;
}
