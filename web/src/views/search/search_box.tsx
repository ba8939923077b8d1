import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../../parts/icon.tsx";
import { change } from "../../state/location.ts";

/** Long enough that a word typed fast is one request, short enough to feel immediate. */
const DEBOUNCE_MS = 110;

/** The text of the box runs ahead of the address, which follows once the typing rests. */
function useTypedText(text: string): [string, (next: string) => void, () => void] {
  const [typed, set] = useState(text);
  const timer = useRef<number | undefined>(undefined);
  const settled = useRef(text);
  useEffect(() => {
    if (text === settled.current) return;
    settled.current = text;
    set(text);
  }, [text]);
  const settle = (next: string) => {
    window.clearTimeout(timer.current);
    settled.current = next.trim();
    change({ q: next.trim(), n: undefined, at: undefined, symbol: undefined }, "replace");
  };
  const type = (next: string) => {
    set(next);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => settle(next), DEBOUNCE_MS);
  };
  return [typed, type, () => settle(typed)];
}

/** The box that one types into; `/` leads there from anywhere. */
export function SearchBox({ text, busy }: { text: string; busy: boolean }) {
  const [typed, type, settle] = useTypedText(text);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (
        event.key !== "/" ||
        event.ctrlKey ||
        event.metaKey ||
        /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
        target.closest("dialog")
      )
        return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener("keydown", focus);
    if (matchMedia("(hover: hover)").matches && document.activeElement === document.body) input.current?.focus();
    return () => window.removeEventListener("keydown", focus);
  }, []);
  return (
    <form
      class="search-box"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== text) settle();
        else document.querySelector<HTMLAnchorElement>(".result-link")?.click();
      }}
    >
      <Icon name="search" />
      <label class="sr-only" for="search-text">
        Search code
      </label>
      <input
        id="search-text"
        ref={input}
        type="search"
        value={typed}
        placeholder="A name, words, or a question"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        enterkeyhint="search"
        aria-describedby="search-keys"
        onInput={(event) => type(event.currentTarget.value)}
      />
      <span class={busy ? "spinner" : "spinner spinner-off"} aria-hidden="true" />
      <kbd class="search-key" aria-hidden="true">
        /
      </kbd>
      <p id="search-keys" class="sr-only">
        Slash comes back here, arrow down goes into the results, Enter opens one, Escape returns.
      </p>
    </form>
  );
}
