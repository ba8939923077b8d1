const TABS = [
  ["/repositories", "Repositories"],
  ["/groups", "Groups"],
  ["/dependencies", "Dependencies"],
] as const;

/** Ways through what belongs to repositories. */
export const RepositoryTabs = ({ current }: { current: string }) => (
  <nav class="tabs page-tabs" aria-label="Of repositories">
    {TABS.map(([path, title]) => (
      <a key={path} class="tab tab-link" href={path} aria-current={path === current ? "page" : undefined}>
        {title}
      </a>
    ))}
  </nav>
);
