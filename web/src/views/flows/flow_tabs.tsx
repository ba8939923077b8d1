const TABS = [
  ["/flows", "Requests"],
  ["/services", "Services"],
] as const;

export const FlowTabs = ({ current }: { current: string }) => (
  <nav class="tabs page-tabs" aria-label="Of flows">
    {TABS.map(([path, title]) => (
      <a key={path} class="tab tab-link" href={path} aria-current={path === current ? "page" : undefined}>
        {title}
      </a>
    ))}
  </nav>
);
