import { ask, part, Problem } from "../../api/client.ts";
import type { Definitions, SymbolHit } from "../../api/shapes.ts";
import { type Resource, useResource } from "../../state/resource.ts";
import { parts_of_id } from "../../text/format.ts";
import type { CodePlace } from "../../text/places.ts";

/** What a name means: first in the repository at hand, then anywhere. */
export interface Meaning {
  definitions: Resource<Definitions & { within: string | undefined }>;
  /** What to ask further questions about; empty while the meaning is not known. */
  asked: string;
  repo: string | undefined;
}

async function look_up(symbol: string, repo: string, signal: AbortSignal): Promise<Definitions & { within: string | undefined }> {
  const path = `/api/v1/symbols/${part(symbol)}`;
  if (parts_of_id(symbol)) return { ...(await ask<Definitions>(path, { signal })), within: undefined };
  const near = await ask<Definitions>("/api/v1/symbols/" + part(symbol), { query: { repo, limit: 8 }, signal }).catch((error: unknown) => {
    if (error instanceof Problem && error.is_absent) return undefined;
    throw error;
  });
  if (near && near.definitions.length > 0) return { ...near, within: repo };
  return { ...(await ask<Definitions>(path, { query: { limit: 8 }, signal })), within: undefined };
}

/** What is defined in the file at hand comes first: it is what is meant there more often than not. */
function nearest_first<T extends Definitions>(found: T, place: CodePlace): T {
  const is_here = (hit: SymbolHit) => hit.repo === place.repo && hit.path === place.path;
  return { ...found, definitions: [...found.definitions.filter(is_here), ...found.definitions.filter((hit) => !is_here(hit))] };
}

export function useSymbol(symbol: string, place: CodePlace): Meaning {
  const definitions = useResource(symbol === "" ? null : `${place.repo} ${place.path} ${symbol}`, async (signal) =>
    nearest_first(await look_up(symbol, place.repo, signal), place),
  );
  const is_known = definitions.data !== undefined && !definitions.loading && definitions.data.definitions.length > 0;
  return { definitions, asked: is_known ? symbol : "", repo: definitions.data?.within };
}
