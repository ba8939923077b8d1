import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../../parts/icon.tsx";
import { change } from "../../state/location.ts";
import { useTypedText } from "../../state/typed_text.ts";

/** The box that one types into; `/` leads there from anywhere (shortcuts.tsx). */
export function SearchBox({ text, busy }: { text: string; busy: boolean }) {
  const typed = useTypedText(text, (q) => change({ q, n: undefined, at: undefined, symbol: undefined }, "replace"));
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (matchMedia("(hover: hover)").matches && document.activeElement === document.body) input.current?.focus();
  }, []);
  return (
    <form
      class="search-box"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.text.trim() !== text) typed.settle();
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
        value={typed.text}
        placeholder="A name, words, or a question"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        enterkeyhint="search"
        aria-describedby="search-keys"
        onInput={(event) => typed.type(event.currentTarget.value)}
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
