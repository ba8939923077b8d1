import { useEffect, useRef, useState } from "preact/hooks";

/** Long enough that a word typed fast is one step, short enough to feel immediate. */
const DEBOUNCE_MS = 110;

export interface TypedText {
  text: string;
  type: (next: string) => void;
  /** Settles what was typed at once. */
  settle: () => void;
}

/** A text that runs ahead of the address while one types; `keep` puts it there once the typing rests. */
export function useTypedText(kept: string, keep: (text: string) => void): TypedText {
  const [text, set] = useState(kept);
  const timer = useRef<number | undefined>(undefined);
  const settled = useRef(kept);
  useEffect(() => {
    if (kept === settled.current) return;
    settled.current = kept;
    set(kept);
  }, [kept]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const settle = (next: string) => {
    window.clearTimeout(timer.current);
    settled.current = next.trim();
    keep(next.trim());
  };
  const type = (next: string) => {
    set(next);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => settle(next), DEBOUNCE_MS);
  };
  return { text, type, settle: () => settle(text) };
}
