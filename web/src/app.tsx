import type { ComponentChild } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon, type IconName } from "./parts/icon.tsx";
import { Empty } from "./parts/states.tsx";
import { JobsChip } from "./parts/jobs_chip.tsx";
import { Shortcuts } from "./parts/shortcuts.tsx";
import { ThemeSwitch } from "./parts/theme_switch.tsx";
import { TokenDialog } from "./parts/token_dialog.tsx";
import { type Place, usePlace } from "./state/location.ts";
import { useStore } from "./state/store.ts";
import { token_wanted } from "./state/token.ts";
import { Announcer } from "./parts/announcer.tsx";
import { Inspector } from "./views/inspector/inspector.tsx";
import { lazy } from "./views/lazy.tsx";
import { SearchView } from "./views/search/search_view.tsx";

interface View {
  /** First part of the path. */
  name: string;
  title: string;
  icon: IconName;
  show: (place: Place) => ComponentChild;
  /** Further first parts that belong to it. */
  also?: readonly string[];
}

const Repositories = lazy(async () => (await import("./views/repositories/index.ts")).RepositoriesView);
const Repository = lazy<{ name: string }>(async () => (await import("./views/repositories/index.ts")).RepositoryPage);
const Groups = lazy(async () => (await import("./views/repositories/index.ts")).GroupsView);
const Dependencies = lazy(async () => (await import("./views/repositories/index.ts")).DependenciesView);
const Links = lazy(async () => (await import("./views/links/links_view.tsx")).LinksView);
const Flows = lazy(async () => (await import("./views/flows/flows_view.tsx")).FlowsView);
const Services = lazy(async () => (await import("./views/flows/services_view.tsx")).ServicesView);
const Status = lazy(async () => (await import("./views/status/status_view.tsx")).StatusView);

function show_repositories({ path }: Place): ComponentChild {
  const [, first, name] = path.split("/");
  if (first === "groups") return <Groups />;
  if (first === "dependencies") return <Dependencies />;
  return name ? <Repository key={name} name={decoded(name)} /> : <Repositories />;
}

const VIEWS: readonly View[] = [
  { name: "search", title: "Search", icon: "search", show: () => <SearchView /> },
  { name: "repositories", title: "Repositories", icon: "folder", show: show_repositories, also: ["groups", "dependencies"] },
  { name: "links", title: "API map", icon: "map", show: () => <Links /> },
  {
    name: "flows",
    title: "Flows",
    icon: "flow",
    show: ({ path }) => (path.startsWith("/services") ? <Services /> : <Flows />),
    also: ["services"],
  },
  { name: "status", title: "Status", icon: "status", show: () => <Status /> },
];

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const first_part = (path: string): string => path.split("/")[1] ?? "";

function view_of(path: string): View | undefined {
  const first = first_part(path);
  return VIEWS.find((view) => view.name === first || view.also?.includes(first) || (first === "" && view.name === "search"));
}

const Navigation = ({ current }: { current: View | undefined }) => (
  <nav class="nav" aria-label="Views">
    {VIEWS.map((view) => (
      <a key={view.name} class="nav-link" href={`/${view.name}`} aria-current={view === current ? "page" : undefined}>
        <Icon name={view.icon} />
        <span>{view.title}</span>
      </a>
    ))}
  </nav>
);

const Brand = () => (
  <a class="brand" href="/search" aria-label="Grove, to the search">
    <svg class="brand-mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" />
      <path d="M16 26V14M16 20c-5 0-8-3-8-8 5 0 8 3 8 8Zm0-3c0-5 3-9 8-10 1 6-2 10-8 10Z" />
    </svg>
    <span>Grove</span>
  </a>
);

const NotFound = () => (
  <div class="page">
    <h1>Nothing here</h1>
    <Empty icon="map" title="No view has this address.">
      <a class="button" href="/search">
        Go to the search
      </a>
    </Empty>
  </div>
);

/** Tells people who hear the page that another view is shown, and lets the keyboard go on from its top. */
function useViewChange(view: View | undefined, main: { current: HTMLElement | null }) {
  const before = useRef(view?.name);
  useEffect(() => {
    document.title = view ? `${view.title} – Grove` : "Grove";
    if (before.current === view?.name) return;
    before.current = view?.name;
    if (!document.activeElement || !main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [view?.name]);
}

export function App() {
  const place = usePlace();
  const wanted = useStore(token_wanted);
  const view = view_of(place.path);
  const main = useRef<HTMLElement>(null);
  useViewChange(view, main);
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
        Skip to the content
      </a>
      <header class="bar">
        <Brand />
        <Navigation current={view} />
        <div class="bar-end">
          <JobsChip />
          <ThemeSwitch />
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        {view ? view.show(place) : <NotFound />}
      </main>
      <Inspector />
      {wanted === "no" ? null : <TokenDialog wrong={wanted === "wrong"} />}
      <Shortcuts />
      <Announcer />
    </>
  );
}
