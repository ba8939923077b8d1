import { copy } from "../../parts/copy_button.tsx";

/** Arrows go from the box into the results and through them, Escape goes back into the box. Only links take the focus: Enter is theirs. */
export function walk_results(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  const box = document.getElementById("search-text") as HTMLInputElement | null;
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".result-link")];
  const inside = target.closest<HTMLElement>(".result");
  if (target !== box && !inside) return;
  if (inside && event.key === "c" && !event.ctrlKey && !event.metaKey) {
    void copy(inside.dataset["place"] ?? "");
    return;
  }
  const here = inside ? links.findIndex((link) => inside.contains(link)) : -1;
  const goal = goal_of(event.key, here, links.length);
  if (goal === undefined) return;
  event.preventDefault();
  if (goal < 0) {
    box?.focus();
    window.scrollTo({ top: 0 });
    return;
  }
  links[goal]?.focus();
  links[goal]?.closest(".result")?.scrollIntoView({ block: "nearest" });
}

function goal_of(key: string, here: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "ArrowDown") return Math.min(here + 1, count - 1);
  if (here < 0) return undefined;
  if (key === "ArrowUp") return here - 1;
  if (key === "Escape") return -1;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}
