import { memo } from "./memo.ts";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { FileText } from "../../api/shapes.ts";
import { Line } from "../../parts/code.tsx";
import { highlight, type Token } from "../../text/highlight.ts";
import type { CodePlace } from "../../text/places.ts";
import { word_at } from "./word_at.ts";

/** Blocks out of sight are not laid out, so that long files open at once. */
const BLOCK = 80;

const Block = memo(({ lines, first }: { lines: readonly Token[][]; first: number }) => (
  <span class="block code-block">
    {lines.map((tokens, index) => (
      <Line key={index} tokens={tokens} number={first + index} pattern={null} />
    ))}
  </span>
));

function blocks_of(lines: readonly Token[][]): { first: number; lines: readonly Token[][] }[] {
  const blocks = [];
  for (let from = 0; from < lines.length; from += BLOCK) blocks.push({ first: from + 1, lines: lines.slice(from, from + BLOCK) });
  return blocks;
}

/** Points the lines of a place out and brings them into view. The blocks themselves stay as they are. */
function usePlaceMark(pane: { current: HTMLElement | null }, place: CodePlace, text: string) {
  useEffect(() => {
    const element = pane.current;
    if (!element) return;
    for (const line of element.querySelectorAll(".line-hit")) line.classList.remove("line-hit");
    if (place.first === undefined) return;
    const last = Math.min(place.last ?? place.first, place.first + 2000);
    for (let number = place.first; number <= last; ++number) element.querySelector(`[data-line="${number}"]`)?.classList.add("line-hit");
    const first = element.querySelector<HTMLElement>(`[data-line="${place.first}"]`);
    first?.scrollIntoView({ block: last - place.first > 12 ? "start" : "center" });
  }, [text, place.path, place.first, place.last]);
}

export function CodePane({ file, place, ask_about }: { file: FileText; place: CodePlace; ask_about: (word: string) => void }) {
  const pane = useRef<HTMLPreElement>(null);
  const blocks = useMemo(() => blocks_of(highlight(file.text.replace(/\n$/, ""), file.language)), [file.text, file.language]);
  usePlaceMark(pane, place, file.text);
  return (
    <pre
      ref={pane}
      class="code code-pane"
      tabIndex={0}
      role="region"
      aria-label={`Text of ${place.path}`}
      onClick={(event) => {
        const word = window.getSelection()?.isCollapsed === false ? undefined : word_at(event);
        if (word !== undefined) ask_about(word);
      }}
    >
      <code>
        {blocks.map((block) => (
          <Block key={block.first} lines={block.lines} first={block.first} />
        ))}
      </code>
    </pre>
  );
}
