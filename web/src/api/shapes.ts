// What the server answers, as far as the pages read it (docs/http-api.md, /openapi.json). Keys are left out where there is nothing to say.

export type Mode = "hybrid" | "keyword" | "semantic";
export type Confidence = "exact" | "scoped" | "name";

export interface Relation {
  kind: string;
  direction?: string;
  hops?: number;
}

export interface Hit {
  rank: number;
  id: string;
  score: number;
  repo: string;
  path: string;
  language: string;
  kind: string;
  name?: string;
  qualified_name?: string;
  parent?: string;
  start_line: number;
  end_line: number;
  signature?: string;
  docstring?: string;
  code?: string;
  matched_terms: string[];
  ranks: Record<string, number>;
  callers?: number;
  callees?: number;
  stale?: boolean;
  relation?: Relation;
}

export interface PlanStep {
  step: string;
  detail?: string;
  in: number;
  out: number;
  took_ms: number;
}

/** How many of the best results there are of each value. */
export interface Facets {
  counted: number;
  repos: Record<string, number>;
  languages: Record<string, number>;
  kinds: Record<string, number>;
}

export interface SearchAnswer {
  query: string;
  intent: string;
  mode: Mode;
  took_ms: number;
  scope: {
    repos: string[];
    not_indexed?: string[];
    pending?: string[];
    /** Those that came in by dependencies. */
    expanded?: { repo: string; direction: string; hops: number }[];
  };
  stale: boolean;
  vectors?: { model: string; ready: number };
  warnings?: string[];
  plan?: PlanStep[];
  facets?: Facets;
  results: Hit[];
}

export interface Repository {
  id: string;
  name: string;
  root: string;
  url?: string;
  branch?: string;
  subpath?: string;
  commit?: string;
  indexed_at?: string;
  state: "ready" | "not_indexed" | "missing_folder" | "broken";
  problem?: string;
  pending_changes?: boolean;
  files: number;
  units: number;
  vectors: number;
  vectors_ready: number;
  bytes_on_disk: number;
}

export interface Repositories {
  repositories: Repository[];
}

export interface OutlineItem {
  id?: string;
  kind: string;
  name?: string;
  qualified_name?: string;
  start_line: number;
  end_line: number;
  signature?: string;
  children?: OutlineItem[];
}

export interface FileText {
  repo: string;
  path: string;
  language: string;
  text: string;
  units: OutlineItem[];
  stale: boolean;
}

export interface SymbolHit {
  id: string;
  repo: string;
  path: string;
  language: string;
  kind: string;
  name: string;
  qualified_name?: string;
  start_line: number;
  end_line: number;
  signature?: string;
  docstring?: string;
  code?: string;
  callers?: number;
  callees?: number;
}

export interface Definitions {
  symbol: string;
  definitions: SymbolHit[];
  total: number;
  warnings?: string[];
}

export interface Reference {
  repo: string;
  path: string;
  line: number;
  column?: number;
  role: string;
  in?: string;
  confidence: Confidence;
  preview?: string;
}

export interface References {
  symbol: string;
  references: Reference[];
  total: number;
  warnings?: string[];
}

export interface CallEdge {
  from: string;
  to: string;
  repo: string;
  path: string;
  line: number;
  confidence: Confidence;
  depth: number;
  /** The request by which the call comes from another program. */
  request?: string;
}

export interface Calls {
  symbol: string;
  edges: CallEdge[];
  unresolved: { name: string; repo: string; path: string; line: number }[];
  total: number;
  warnings?: string[];
}
