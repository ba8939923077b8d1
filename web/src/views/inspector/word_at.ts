interface CaretDocument {
  caretPositionFromPoint?(x: number, y: number): { offsetNode: Node; offset: number } | null;
  caretRangeFromPoint?(x: number, y: number): { startContainer: Node; startOffset: number } | null;
}

function caret_at(x: number, y: number): { node: Node; offset: number } | undefined {
  const page = document as unknown as CaretDocument;
  const position = page.caretPositionFromPoint?.(x, y);
  if (position) return { node: position.offsetNode, offset: position.offset };
  const range = page.caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : undefined;
}

const is_of_name = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}_$]/u.test(char);

/** The name around a place in a text; undefined where none is. */
export function name_around(text: string, offset: number): string | undefined {
  let from = offset;
  let to = offset;
  while (is_of_name(text[from - 1])) --from;
  while (is_of_name(text[to])) ++to;
  const name = text.slice(from, to);
  return name === "" || /^\d/.test(name) ? undefined : name;
}

/** The number of the line that was clicked; undefined beside the numbers. */
export function line_number_at(event: MouseEvent): number | undefined {
  const line = (event.target as Element).closest<HTMLElement>(".line");
  const pane = line?.closest(".code-pane");
  if (!line || !pane) return undefined;
  const gutter = Number.parseFloat(getComputedStyle(line, "::before").width);
  return event.clientX - pane.getBoundingClientRect().left < gutter ? Number(line.dataset["line"]) : undefined;
}

/** The name that was clicked in code; undefined beside names, in comments and on words of the language. */
export function word_at(event: MouseEvent): string | undefined {
  const caret = caret_at(event.clientX, event.clientY);
  if (caret?.node.nodeType !== Node.TEXT_NODE) return undefined;
  const token = caret.node.parentElement;
  if (!token?.closest(".line") || token.closest(".tok-comment, .tok-word, .tok-number")) return undefined;
  return name_around(caret.node.textContent ?? "", caret.offset);
}
