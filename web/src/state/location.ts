import { create_store, useStore } from "./store.ts";

/** Where one is: all state that a link should carry lies in it. */
export interface Place {
  path: string;
  query: URLSearchParams;
}

const present = (): Place => ({ path: window.location.pathname, query: new URLSearchParams(window.location.search) });

export const place = create_store<Place>(present());

export const usePlace = (): Place => useStore(place);

/** How long a view that one comes back to may take until it is as long as it was. */
const PATIENCE_MS = 3000;

/** Scrolls to where one was, once the page is long enough: what it shows may still be on its way. */
function scroll_back_to(y: number): void {
  const until = performance.now() + PATIENCE_MS;
  const watcher = new ResizeObserver(() => {
    const is_there = document.documentElement.scrollHeight - window.innerHeight >= y;
    if (is_there) window.scrollTo(0, y);
    if (is_there || performance.now() > until) watcher.disconnect();
  });
  watcher.observe(document.body);
  window.addEventListener("wheel", () => watcher.disconnect(), { once: true, passive: true });
}

window.addEventListener("popstate", (event: PopStateEvent) => {
  const before = place.get().path;
  place.set(present());
  const y = (event.state as { y?: number } | null)?.y;
  if (y && before !== place.get().path) scroll_back_to(y);
});

export type Step = "push" | "replace";

/** Goes to an address of ours. */
export function go(address: string, step: Step = "push"): void {
  const now = window.location.pathname + window.location.search;
  if (address === now) return;
  const moves = new URL(address, window.location.href).pathname !== window.location.pathname;
  if (step === "push") {
    history.replaceState({ y: window.scrollY }, "");
    history.pushState(null, "", address);
  } else history.replaceState(null, "", address);
  place.set(present());
  if (moves) window.scrollTo(0, 0);
}

export type Changes = Record<string, string | readonly string[] | undefined>;

/** The same query with some parameters changed; what is empty is left out. */
export function changed(query: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    next.delete(name);
    for (const one of typeof value === "string" ? [value] : (value ?? [])) if (one !== "") next.append(name, one);
  }
  return next;
}

/** An address with parameters, without a question mark where there are none. */
export function address(path: string, query: URLSearchParams): string {
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** The address of the present view with some parameters changed. */
export const here_with = (changes: Changes): string => address(place.get().path, changed(place.get().query, changes));

export const change = (changes: Changes, step: Step = "push"): void => go(here_with(changes), step);

/** Lets links within the UI change the view without loading the page again. */
export function follow_links(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest("a");
  if (!link || link.target !== "" || link.hasAttribute("download") || link.dataset["outside"] !== undefined) return;
  const target = new URL(link.href, window.location.href);
  if (target.origin !== window.location.origin || link.getAttribute("href")?.startsWith("#")) return;
  event.preventDefault();
  go(target.pathname + target.search);
}
