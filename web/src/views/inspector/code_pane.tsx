import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { FileText } from "../../api/shapes.ts";
import { Line } from "../../parts/code.tsx";
import { highlight, type Token } from "../../text/highlight.ts";
import type { CodePlace } from "../../text/places.ts";
import { type Block, blocks_of, LINE_HEIGHT, MANY_LINES, scroll_top_of, within } from "./code_blocks.ts";
import { memo } from "./memo.ts";
import { line_number_at, word_at } from "./word_at.ts";

/** What is marked in the text: a name wherever it stands, or words of a query in the lines that it led to. */
export interface Marks {
  pattern: RegExp | null;
  only_hits: boolean;
}

interface BlockProps {
  lines: readonly Token[][];
  first: number;
  hit_from: number;
  hit_to: number;
  marks: Marks;
}

const BlockLines = memo(({ lines, first, hit_from, hit_to, marks }: BlockProps) => (
  <span class="block code-block">
    {lines.map((tokens, index) => {
      const number = first + index;
      const is_hit = number >= hit_from && number <= hit_to;
      return (
        <Line
          key={index}
          tokens={tokens}
          number={number}
          pattern={marks.only_hits && !is_hit ? null : marks.pattern}
          {...(is_hit ? { name: "line-hit" } : {})}
        />
      );
    })}
  </span>
));

/** A block of a long file: drawn once it comes near what is seen, of its height before. */
function LateBlock(props: BlockProps) {
  const place = useRef<HTMLSpanElement>(null);
  const [near, come_near] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (near || !element) return;
    const watcher = new IntersectionObserver((seen) => seen.some((entry) => entry.isIntersecting) && come_near(true), {
      root: element.closest(".code-pane"),
      rootMargin: "1500px",
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [near]);
  if (near) return <BlockLines {...props} />;
  return <span ref={place} class="block" style={{ height: `${props.lines.length * LINE_HEIGHT}px` }} />;
}

/** Brings the lines of a place into view, once they are there to be brought. */
function useScrollTo(pane: { current: HTMLElement | null }, place: CodePlace, text: string) {
  useEffect(() => {
    if (pane.current && place.first !== undefined) pane.current.scrollTop = scroll_top_of(place, pane.current.clientHeight);
  }, [text, place.path, place.first, place.last]);
}

const hits_of = (block: Block, place: CodePlace): { hit_from: number; hit_to: number } =>
  within(block, place.first, place.last)
    ? { hit_from: place.first ?? 0, hit_to: place.last ?? place.first ?? 0 }
    : { hit_from: 0, hit_to: 0 };

interface Props {
  file: FileText;
  place: CodePlace;
  marks: Marks;
  ask_about: (word: string) => void;
  /** Points out lines; `extends_it` where those from the present place on are meant. */
  point_at: (line: number, extends_it: boolean) => void;
}

/** The text of a file. A click on a name asks about it, one on a number points its line out. */
export function CodePane({ file, place, marks, ask_about, point_at }: Props) {
  const pane = useRef<HTMLPreElement>(null);
  const lines = useMemo(() => highlight(file.text.replace(/\n$/, ""), file.language), [file.text, file.language]);
  const blocks = useMemo(() => blocks_of(lines), [lines]);
  const Part = lines.length > MANY_LINES ? LateBlock : BlockLines;
  useScrollTo(pane, place, file.text);
  return (
    <pre
      ref={pane}
      class="code code-pane"
      style={{ "--digits": String(lines.length).length }}
      tabIndex={0}
      role="region"
      aria-label={`Text of ${place.path}`}
      onClick={(event) => {
        const line = line_number_at(event);
        if (line !== undefined) return point_at(line, event.shiftKey);
        const word = window.getSelection()?.isCollapsed === false ? undefined : word_at(event);
        if (word !== undefined) ask_about(word);
      }}
    >
      <code>
        {blocks.map((block) => (
          <Part key={block.first} lines={block.lines} first={block.first} marks={marks} {...hits_of(block, place)} />
        ))}
      </code>
    </pre>
  );
}
