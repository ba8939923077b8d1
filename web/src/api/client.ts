import { token, token_wanted } from "../state/token.ts";

/** What went wrong, in the words of the server (RFC 9457) or of the connection. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly hint: string;

  constructor(status: number, code: string, message: string, hint = "") {
    super(message);
    this.status = status;
    this.code = code;
    this.hint = hint;
  }

  static of(error: unknown): Problem {
    if (error instanceof Problem) return error;
    return new Problem(0, "unreachable", "Grove doesn’t answer.", "See whether `grove serve` still runs, then try again.");
  }

  /** Whether the server has no such thing, or none yet. */
  get is_absent(): boolean {
    return this.status === 404 || this.status === 405;
  }
}

export type Query = Record<string, string | number | boolean | readonly string[] | undefined>;

export interface Request {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  query?: Query;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

function target_of(path: string, query: Query | undefined): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === "") continue;
    if (Array.isArray(value)) for (const one of value as readonly string[]) parameters.append(name, one);
    else parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === "" ? path : `${path}?${text}`;
}

async function problem_of(response: Response): Promise<Problem> {
  try {
    const body = (await response.json()) as { detail?: string; title?: string; code?: string; hint?: string };
    return new Problem(response.status, body.code ?? "", body.detail ?? body.title ?? response.statusText, body.hint ?? "");
  } catch {
    return new Problem(response.status, "", response.statusText || `status ${response.status}`);
  }
}

/** Sends a request with the token, if there is one. Rejects with a Problem for every answer that is not a success. */
export async function send(path: string, request: Request = {}): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json", ...request.headers };
  const credential = token.get();
  if (credential !== "") headers["Authorization"] = `Bearer ${credential}`;
  if (request.body !== undefined) headers["Content-Type"] = "application/json";
  const response = await fetch(target_of(path, request.query), {
    method: request.method ?? "GET",
    headers,
    cache: "no-store",
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    ...(request.signal ? { signal: request.signal } : {}),
  });
  if (response.ok) return response;
  if (response.status === 401) token_wanted.set(credential === "" ? "missing" : "wrong");
  throw await problem_of(response);
}

export async function ask<T>(path: string, request: Request = {}): Promise<T> {
  const response = await send(path, request);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** One part of a path, whatever stands in it. */
export const part = (text: string): string => encodeURIComponent(text);
