import type { Schemas } from "./schema.ts";

export type ModelStatus = Schemas["Model"];
export type Stats = Schemas["Stats"];

/** What a figure of the Prometheus text format says in one of its labels: `label('a{b="c"} 1', "a", "b")` is `c`. */
export function label(text: string, name: string, key: string): string | undefined {
  const line = text.split("\n").find((one) => one.startsWith(`${name}{`));
  return line === undefined ? undefined : new RegExp(`[{,]${key}="([^"]*)"`).exec(line)?.[1];
}

/** The value of a figure of the Prometheus text format that has no labels. */
export function figure(text: string, name: string): number | undefined {
  const line = text.split("\n").find((one) => one.startsWith(`${name} `));
  const value = line === undefined ? Number.NaN : Number(line.slice(name.length + 1));
  return Number.isNaN(value) ? undefined : value;
}
