import type { EdgeSpec, NodeSpec } from "../../graph/specs.ts";
import type { Service, ServiceEdge } from "../../api/services.ts";

/** Names a service apart from those of the same name in other repositories. */
export const service_id = (service: Service): string => (service.repo === undefined ? service.name : `${service.repo}/${service.name}`);

/** Finds the service that an end of an edge names. */
export class Services {
  readonly #by_name = new Map<string, Service[]>();

  constructor(services: readonly Service[]) {
    for (const service of services) this.#by_name.set(service.name, [...(this.#by_name.get(service.name) ?? []), service]);
  }

  id(name: string, repo: string | undefined): string {
    const meant = (this.#by_name.get(name) ?? []).find((service) => service.repo === repo);
    return meant === undefined ? name : service_id(meant);
  }

  /** A service as it is told in a sentence: with its repository where several have its name. */
  told(name: string, repo: string | undefined): string {
    return this.is_ambiguous(name) && repo !== undefined ? `${name} of ${repo}` : name;
  }

  is_ambiguous(name: string): boolean {
    return (this.#by_name.get(name)?.length ?? 0) > 1;
  }
}

const note_of = (service: Service, with_repo: boolean): string =>
  [service.system ?? service.role, service.port === undefined ? "" : `:${service.port}`, with_repo ? `in ${service.repo ?? ""}` : ""]
    .filter((one) => one !== "")
    .join(" ");

export const nodes_of = (services: readonly Service[], names: Services): NodeSpec[] =>
  services.map((service) => ({
    id: service_id(service),
    label: service.name,
    note: note_of(service, names.is_ambiguous(service.name)),
    tone: service.infrastructure ? "calm" : "plain",
  }));

export const edges_of = (edges: readonly ServiceEdge[], names: Services): EdgeSpec[] =>
  edges.map((edge, index) => ({
    id: String(index),
    from: names.id(edge.from, edge.from_repo),
    to: names.id(edge.to, edge.to_repo),
    title: `${names.told(edge.from, edge.from_repo)} → ${names.told(edge.to, edge.to_repo)}, ${edge.kind}`,
    label: edge.kind,
    tone: edge.kind,
    dashed: edge.confidence === "name",
  }));
