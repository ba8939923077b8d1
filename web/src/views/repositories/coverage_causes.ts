import type { Coverage } from "../../api/shapes.ts";

const became = (state: string): string => (state === "indexed" ? "found as text only" : state.replaceAll("_", " "));

/** What became of a file and why, said once: reasons often begin with it. */
export const cause = (state: string, reason: string | undefined): string => {
  if (reason === undefined) return became(state);
  return reason.startsWith(state) ? reason : `${became(state)}: ${reason}`;
};

/** Causes with how many files each has; those that only name other numbers are one. */
export function causes_of({ reasons }: Coverage): [string, number][] {
  const causes = new Map<string, number>();
  for (const { state, reason, files } of reasons) {
    const text = cause(state, reason).replace(/\d[\d.,]*( [KMG]?B)?/g, "…");
    causes.set(text, (causes.get(text) ?? 0) + files);
  }
  return [...causes].sort((a, b) => b[1] - a[1]);
}
