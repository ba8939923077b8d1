// What the server answers to searches and questions about code, as /openapi.json describes it.
import type { Schemas } from "./schema.ts";

export type SearchAnswer = Schemas["SearchAnswer"];
export type Hit = Schemas["UnitHit"];
export type Mode = SearchAnswer["mode"];
export type Relation = NonNullable<Hit["relation"]>;
export type PlanStep = NonNullable<SearchAnswer["plan"]>[number];
/** How many of the best results there are of each value. */
export type Facets = NonNullable<SearchAnswer["facets"]>;

export type Repository = Schemas["Repository"];
export type Repositories = Schemas["Repositories"];
export type Coverage = Schemas["Coverage"];

export type FileText = Schemas["File"];
export type OutlineItem = Schemas["OutlineItem"];
export type SymbolHit = Schemas["Symbol"];
export type Definitions = Schemas["Definitions"];
export type References = Schemas["References"];
export type Reference = References["references"][number];
export type Confidence = Reference["confidence"];
export type Calls = Schemas["Calls"];
export type CallEdge = Calls["edges"][number];
