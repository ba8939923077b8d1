import { useState } from "preact/hooks";
import { announce } from "./announcer.tsx";
import { Icon } from "./icon.tsx";

/** Puts a text into the clipboard. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, set] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      set(true);
      announce("Copied");
      window.setTimeout(() => set(false), 1500);
    } catch {
      announce("The browser did not let the text be copied");
    }
  };
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} onClick={() => void copy()}>
      <Icon name={copied ? "check" : "copy"} />
    </button>
  );
}
