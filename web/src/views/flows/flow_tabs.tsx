import { address, changed, usePlace } from "../../state/location.ts";

const TABS = [
  ["/flows", "Requests"],
  ["/services", "Services"],
] as const;

/** Requests and services of the same repositories. */
export const FlowTabs = ({ current }: { current: string }) => {
  const { query } = usePlace();
  const scope = changed(new URLSearchParams(), { group: query.get("group") ?? "", in: query.get("in") ?? "" });
  return (
    <nav class="tabs page-tabs" aria-label="Of flows">
      {TABS.map(([path, title]) => (
        <a key={path} class="tab tab-link" href={address(path, scope)} aria-current={path === current ? "page" : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
};
