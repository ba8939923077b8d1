import { useEffect, useRef, useState } from "preact/hooks";
import { go } from "../state/location.ts";

/** Views by the letter that leads there after a `g`. */
const GOALS: Readonly<Record<string, { path: string; title: string }>> = {
  s: { path: "/search", title: "search" },
  r: { path: "/repositories", title: "repositories" },
  a: { path: "/links", title: "API map" },
  f: { path: "/flows", title: "flows" },
  t: { path: "/status", title: "status" },
};

const KEYS: readonly (readonly [keys: string, meaning: string])[] = [
  ["/", "into the search box"],
  ["Ctrl K", "the same, also from a field"],
  ["↓ ↑", "through results"],
  ["Enter", "opens a result"],
  ["Esc", "closes what is open, goes back into the box"],
  ["c", "copies the place of the result in focus"],
  ...Object.entries(GOALS).map(([key, { title }]): [string, string] => [`g ${key}`, `to ${title}`]),
  ["?", "this list"],
];

/** How long a `g` waits for the letter behind it. */
const PATIENCE_MS = 1200;

const is_writing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]") !== null;

function into_search(): void {
  const focus = () => {
    const box = document.getElementById("search-text") as HTMLInputElement | null;
    box?.focus();
    box?.select();
    return box !== null;
  };
  if (focus()) return;
  go("/search");
  // The box has to be drawn first.
  requestAnimationFrame(focus);
}

/** Does what a key means; whether it means anything. */
function obey(event: KeyboardEvent, after_g: boolean, show_keys: () => void): boolean {
  if (event.altKey || document.querySelector("dialog[open]")) return false;
  if (event.ctrlKey || event.metaKey) {
    if (event.key.toLowerCase() !== "k") return false;
    into_search();
    return true;
  }
  if (is_writing(event.target)) return false;
  const goal = after_g ? GOALS[event.key] : undefined;
  if (goal) go(goal.path);
  else if (event.key === "/") into_search();
  else if (event.key === "?") show_keys();
  else return false;
  return true;
}

const Keys = ({ close }: { close: () => void }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="card-dialog" aria-labelledby="keys-title" onClose={close}>
      <form method="dialog">
        <h2 id="keys-title">Keys</h2>
        <dl class="keys">
          {KEYS.map(([keys, meaning]) => (
            <div key={keys}>
              <dt>
                {keys.split(" ").map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <button type="submit" class="button">
          Close
        </button>
      </form>
    </dialog>
  );
};

/** Keys that hold on every view; `?` lists them. */
export function Shortcuts() {
  const [shown, show] = useState(false);
  useEffect(() => {
    let g_until = 0;
    const on_key = (event: KeyboardEvent) => {
      const done = obey(event, event.timeStamp < g_until, () => show(true));
      g_until = !done && event.key === "g" && !is_writing(event.target) ? event.timeStamp + PATIENCE_MS : 0;
      if (done) event.preventDefault();
    };
    window.addEventListener("keydown", on_key);
    return () => window.removeEventListener("keydown", on_key);
  }, []);
  return shown ? <Keys close={() => show(false)} /> : null;
}
