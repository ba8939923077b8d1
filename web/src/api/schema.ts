// What the server answers, made of its /openapi.json (web/api_types.mjs).
export interface Schemas {
  Health: { status: string; program: string };
  Readiness: { ready: boolean; open: number; waiting?: string[] };
  OpenApi: Record<string, unknown>;
  JsonRpc: {
    jsonrpc: "2.0";
    method?: string;
    params?: Record<string, unknown>;
    id?: string | number | null;
    result?: Record<string, unknown>;
    error?: Record<string, unknown>;
  };
  Problem: { type: string; title: string; status: number; detail: string; code: string; hint?: string };
  Repository: {
    id: string;
    name: string;
    root: string;
    url?: string;
    branch?: string;
    subpath?: string;
    commit?: string;
    added_at?: string;
    indexed_at?: string;
    state: "ready" | "not_indexed" | "missing_folder" | "broken";
    problem?: string;
    pending_changes?: boolean;
    files: number;
    units: number;
    vectors: number;
    vectors_ready: number;
    bytes_on_disk: number;
    generation?: number;
    vector_models?: { provider?: string; model?: string; dimensions?: number; vectors?: number; in_use?: boolean }[];
  };
  Repositories: { repositories: Schemas["Repository"][] };
  Coverage: {
    name: string;
    files: number;
    indexed: number;
    by_language: Record<string, number>;
    reasons: { state: string; reason?: string; files: number }[];
    omitted: { path: string; state: string; reason?: string }[];
    total: number;
  };
  Removed: { removed: string; id: string };
  Model: {
    provider: string;
    model: string;
    dimensions: number;
    fingerprint?: string;
    available: boolean;
    problem?: string;
    resident: boolean;
    active_operations: number;
    keep_alive?: string;
    releases_in_s?: number;
    repositories: {
      name?: string;
      units?: number;
      vectors?: number;
      vector_models?: { provider?: string; model?: string; dimensions?: number; vectors?: number; in_use?: boolean }[];
    }[];
    reranker?: {
      provider?: string;
      model: string;
      available: boolean;
      auto: boolean;
      resident: boolean;
      active_operations: number;
      keep_alive?: string;
      releases_in_s?: number;
      problem?: string;
    };
    stored: { name: string; path: string; bytes: number }[];
  };
  Stats: {
    product: string;
    raw_collection?: string;
    serving_collection?: string;
    total_docs: number;
    by_chunk_type: Record<string, number>;
    modules: string[];
    repositories: number;
    files: number;
    units: number;
    symbols: number;
    references: number;
    edges: number;
    vectors: number;
    by_repository?: Record<string, unknown>[];
    bytes_on_disk: number;
  };
  Unloaded: { status: string };
  IndexReport: {
    name: string;
    root?: string;
    added: number;
    modified: number;
    deleted: number;
    unchanged: number;
    reparsed?: number;
    resolved?: number;
    skipped?: { path?: string; reason?: string }[];
    files: number;
    lines?: number;
    bytes?: number;
    units: number;
    symbols?: number;
    references?: number;
    edges?: number;
    embedded?: number;
    estimate?: {
      provider?: string;
      model?: string;
      files?: number;
      units?: number;
      tokens?: number;
      dollars?: number;
      price_as_of?: string;
    };
    warnings?: string[];
    took_ms: number;
  };
  Error: { code: string; message: string; hint?: string };
  Job: {
    id: string;
    kind: "add" | "sync" | "index" | "watch";
    state: "queued" | "running" | "done" | "failed" | "cancelled";
    cancel_requested?: boolean;
    repo: string;
    repo_id: string;
    created_at: string;
    started_at?: string;
    ended_at?: string;
    progress?: { stage: string; done: number; total?: number; unit?: string; subject?: string };
    report?: Schemas["IndexReport"];
    error?: Schemas["Error"];
  };
  Jobs: { jobs: Schemas["Job"][] };
  UnitHit: {
    rank: number;
    id: string;
    score: number;
    repo: string;
    commit?: string;
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
    callers?: number;
    callees?: number;
    stale?: boolean;
    document?: string;
    page?: number;
    page_end?: number;
    page_label?: string;
    section?: string;
    chunk_id?: string;
    entity?: {
      iri: string;
      label: string;
      types: string[];
      aliases: string[];
      mentions: {
        path: string;
        text: string;
        document?: string;
        page?: number;
        page_end?: number;
        page_label?: string;
        section?: string;
        chunk_id?: string;
      }[];
      total_mentions: number;
    };
    ranks: { lexical?: number; vector?: number; graph?: number; name?: number; rerank?: number };
    relation?: { kind: "expanded"; direction: "upstream" | "downstream"; hops: number };
  };
  Symbol: {
    id: string;
    repo: string;
    path: string;
    language: string;
    kind: string;
    name: string;
    qualified_name?: string;
    parent?: string;
    start_line: number;
    end_line: number;
    signature?: string;
    docstring?: string;
    code?: string;
    callers: number;
    callees: number;
    stale?: boolean;
  };
  Definitions: { symbol: string; definitions: Schemas["Symbol"][]; total: number; stale: boolean; warnings?: string[] };
  References: {
    symbol: string;
    of?: Schemas["Symbol"][];
    references: {
      repo: string;
      path: string;
      line: number;
      column?: number;
      role: "call" | "type" | "import" | "read" | "write" | "inherit";
      in?: string;
      confidence: "exact" | "scoped" | "name";
      preview?: string;
      stale?: boolean;
    }[];
    total: number;
    stale: boolean;
    warnings?: string[];
  };
  Calls: {
    symbol: string;
    of?: Schemas["Symbol"][];
    edges: {
      from: string;
      to: string;
      repo: string;
      path: string;
      line: number;
      confidence: "exact" | "scoped" | "name";
      depth: number;
      request?: string;
    }[];
    unresolved: { name: string; repo: string; path: string; line: number }[];
    total: number;
    stale: boolean;
    warnings?: string[];
  };
  Endpoints: {
    endpoints: {
      http_method: string;
      route: string;
      repo: string;
      module: string;
      service: string;
      controller?: string;
      method_name?: string;
      path: string;
      start_line: number;
      flow_name?: string;
      request_type?: string;
      response_type?: string;
      framework:
        | "spring-mvc"
        | "spring-functional"
        | "spring-data-rest"
        | "spring-actuator"
        | "jax-rs"
        | "express"
        | "koa"
        | "fastify"
        | "nestjs"
        | "nextjs"
        | "fastapi"
        | "flask"
        | "django"
        | "gin"
        | "echo"
        | "fiber"
        | "chi"
        | "gorilla-mux"
        | "net-http"
        | "asp-net"
        | "rails"
        | "sinatra"
        | "laravel"
        | "axum"
        | "actix"
        | "ktor";
    }[];
    total: number;
    stale: boolean;
    warnings?: string[];
  };
  Flow: {
    name: string;
    endpoint: string;
    http_method: string;
    repo: string;
    steps: {
      order: number;
      layer: "controller" | "service" | "repository" | "external" | "component" | "config";
      symbol: string;
      repo: string;
      path: string;
      start_line: number;
      called_by?: number;
      branch?: number;
      via?: "event" | "message" | "request";
      async?: boolean;
      service?: string;
      host?: string;
      request?: string;
    }[];
    mermaid: string;
    cross_service: {
      from_service: string;
      to_service: string;
      http_method?: string;
      route?: string;
      via: string;
      repo: string;
      evidence: Schemas["Place"];
    }[];
    cut?: boolean;
    others: Record<string, unknown>[];
    total: number;
    stale: boolean;
    warnings?: string[];
  };
  ServiceMap: {
    services: {
      name: string;
      repo?: string;
      module?: string;
      infrastructure: boolean;
      role:
        "program" | "broker" | "database" | "cache" | "gateway" | "discovery" | "config" | "security" | "monitoring" | "tool" | "outside";
      system?: string;
      port?: number;
      aliases?: string[];
      code: boolean;
      evidence?: Schemas["Place"];
    }[];
    edges: {
      from: string;
      to: string;
      kind: "http" | "feign" | "message" | "database" | "gateway" | "discovery" | "config";
      repo: string;
      from_repo?: string;
      to_repo?: string;
      evidence: Schemas["Place"];
      confidence: "exact" | "scoped" | "name";
      requests?: { http_method?: string; route?: string; via?: string; evidence: Schemas["Place"] }[];
    }[];
    mermaid: string;
    total: number;
    stale: boolean;
    warnings?: string[];
  };
  Group: { name: string; members: string[]; version?: number };
  Groups: { version: number; groups: Schemas["Group"][] };
  Relations: { repo: string; id: string; groups: string[]; dependencies: string[]; dependents: string[]; version: number };
  RelationGraph: {
    version: number;
    repositories: string[];
    groups: Schemas["Group"][];
    dependencies: { from: string; to: string; origin: "declared" | "accepted" }[];
    mermaid: string;
  };
  Suggestions: {
    version: number;
    suggestions: {
      from: string;
      to: string;
      evidence: {
        kind: "maven" | "npm" | "go" | "cargo" | "python" | "nuget" | "submodule" | "git" | "path" | "api";
        name: string;
        path: string;
        line: number;
        target?: Schemas["Place"];
        reason: string;
      }[];
      total: number;
      dismissed?: boolean;
    }[];
    warnings?: string[];
  };
  ClientPlace: { repo: string; path: string; line: number; in?: string };
  LinkedEndpoint: {
    repo: string;
    http_method: string;
    route: string;
    handler?: string;
    path: string;
    line: number;
    service?: string;
    framework: string;
  };
  ApiLinks: {
    links: {
      http_method?: string;
      url: string;
      via: string;
      protocol?: "http" | "grpc" | "graphql";
      client: Schemas["ClientPlace"];
      endpoint: Schemas["LinkedEndpoint"];
      confidence: "exact" | "scoped" | "name";
      evidence: string;
    }[];
    unmatched: {
      http_method?: string;
      url: string;
      via: string;
      protocol?: "http" | "grpc" | "graphql";
      client: Schemas["ClientPlace"];
      reason: string;
    }[];
    uncalled: Schemas["LinkedEndpoint"][];
    total: number;
    total_unmatched: number;
    total_uncalled: number;
    stale: boolean;
    warnings?: string[];
  };
  Place: { path: string; line: number };
  File: { repo: string; path: string; language: string; text: string; units: Schemas["OutlineItem"][]; stale: boolean };
  OutlineItem: {
    id?: string;
    kind: string;
    name?: string;
    qualified_name?: string;
    parent?: string;
    start_line: number;
    end_line: number;
    signature?: string;
    docstring?: string;
    children?: Schemas["OutlineItem"][];
  };
  SearchAnswer: {
    query: string;
    intent: string;
    mode: "hybrid" | "keyword" | "semantic";
    took_ms: number;
    scope: {
      repos: string[];
      not_indexed?: string[];
      pending?: string[];
      groups?: string[];
      expanded?: { repo: string; direction: "upstream" | "downstream"; hops: number }[];
    };
    stale: boolean;
    vectors?: { model: string; ready: number };
    warnings?: string[];
    plan?: { step: string; detail?: string; in: number; out: number; took_ms: number }[];
    facets?: { counted: number; repos: Record<string, number>; languages: Record<string, number>; kinds: Record<string, number> };
    results: Schemas["UnitHit"][];
  };
  Answer: {
    query: string;
    intent: "flow" | "endpoint" | "class" | "config" | "default";
    mode: "hybrid" | "keyword" | "semantic";
    took_ms: number;
    scope: { repos: string[]; not_indexed?: string[]; pending?: string[] };
    stale: boolean;
    vectors?: { model: string; ready: number };
    warnings?: string[];
    total: number;
    hits: (Schemas["UnitHit"] & {
      chunk_type: "class" | "method" | "endpoint" | "flow" | "config" | "document" | "summary" | "section";
      summary?: string;
      written_by?: string;
      http_method?: string;
      route?: string;
      flow_name?: string;
      steps?: Record<string, unknown>[];
      mermaid?: string;
      cross_service?: Record<string, unknown>[];
      flows?: string[];
      matched_members?: string[];
      service_edges?: { from?: string; to?: string; kind?: string; line?: number }[];
      citation: {
        file: string;
        start_line: number;
        end_line: number;
        fqn?: string;
        document?: string;
        page?: number;
        page_end?: number;
        page_label?: string;
        section?: string;
        chunk_id?: string;
        quote?: string;
      };
    })[];
    context_block: string;
    answer: string;
    model?: string;
    cited?: number[];
  };
}
