import { useMemo } from "preact/hooks";
import type { Endpoint } from "../../api/flows.ts";
import { FilterField } from "../../parts/filter_field.tsx";
import { here_with, usePlace } from "../../state/location.ts";
import { count } from "../../text/format.ts";

const MOST = 300;

/** Every word stands somewhere in verb, route, repository, service or handler. */
export function fits(endpoint: Endpoint, text: string): boolean {
  const held =
    `${endpoint.http_method} ${endpoint.route} ${endpoint.repo} ${endpoint.service} ${endpoint.controller ?? ""} ${endpoint.method_name ?? ""}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => held.includes(word));
}

const address_of = (endpoint: Endpoint): string =>
  here_with({ endpoint: `${endpoint.http_method} ${endpoint.route}`, repo: endpoint.repo });

const Row = ({ endpoint, is_here }: { endpoint: Endpoint; is_here: boolean }) => (
  <li>
    <a class={is_here ? "endpoint endpoint-here" : "endpoint"} href={address_of(endpoint)} aria-current={is_here ? "true" : undefined}>
      <span class="verb">{endpoint.http_method}</span>
      <span class="endpoint-route">{endpoint.route}</span>
      <span class="endpoint-note">{endpoint.service}</span>
    </a>
  </li>
);

/** Endpoints to choose from, narrowed by words. */
export function EndpointPicker({ endpoints, chosen }: { endpoints: readonly Endpoint[]; chosen: string }) {
  const text = usePlace().query.get("find") ?? "";
  const found = useMemo(() => endpoints.filter((endpoint) => fits(endpoint, text)), [endpoints, text]);
  return (
    <aside class="picker" aria-label="Endpoints">
      <FilterField label="Endpoint" parameter="find" placeholder="POST orders" />
      <p class="muted small" role="status">
        {found.length > MOST ? `The first ${MOST} of ${count(found.length)}` : count(found.length)} of {count(endpoints.length)}
      </p>
      <ul class="plain picker-list" tabIndex={0} aria-label="Endpoints found">
        {found.slice(0, MOST).map((endpoint) => (
          <Row
            key={`${endpoint.repo} ${endpoint.service} ${endpoint.http_method} ${endpoint.route} ${endpoint.start_line}`}
            endpoint={endpoint}
            is_here={`${endpoint.repo} ${endpoint.http_method} ${endpoint.route}` === chosen}
          />
        ))}
      </ul>
    </aside>
  );
}
