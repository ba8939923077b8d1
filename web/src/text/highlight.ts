import { type Syntax, syntax_of } from "./languages.ts";

export type TokenKind = "plain" | "comment" | "string" | "number" | "word" | "type" | "call";

export interface Token {
  kind: TokenKind;
  text: string;
}

const NAME = /[\p{L}_$@][\p{L}\p{N}_$]*/uy;
const NUMBER = /0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?/y;
const CALL = /\s*\(/y;

const at = (pattern: RegExp, text: string, from: number): string | undefined => {
  pattern.lastIndex = from;
  return pattern.exec(text)?.[0];
};

/** Where a string that opens at `from` ends: after its closing quote, or at the end of the line for those of one line. */
function end_of_string(text: string, from: number, quote: string): number {
  const goes_on = quote.length === 3 || quote === "`";
  for (let i = from + quote.length; i < text.length; ++i) {
    if (text[i] === "\\") ++i;
    else if (text[i] === "\n" && !goes_on) return i;
    else if (text.startsWith(quote, i)) return i + quote.length;
  }
  return text.length;
}

function end_of_comment(text: string, from: number, syntax: Syntax): number {
  for (const [open, close] of syntax.block) {
    if (!text.startsWith(open, from)) continue;
    const end = text.indexOf(close, from + open.length);
    return end < 0 ? text.length : end + close.length;
  }
  if (!syntax.line.some((mark) => text.startsWith(mark, from))) return from;
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

function kind_of_name(name: string, text: string, end: number, syntax: Syntax): TokenKind {
  if (syntax.words.has(name) || (syntax.words.size > 0 && syntax.words.has(name.toLowerCase()) && name === name.toUpperCase()))
    return "word";
  if (name.startsWith("@")) return "type";
  if (at(CALL, text, end) !== undefined) return "call";
  return /^\p{Lu}/u.test(name) && /\p{Ll}/u.test(name) ? "type" : "plain";
}

/** What stands at `from`: kind and end. One character of plain text where nothing else is recognised. */
function token_at(text: string, from: number, syntax: Syntax): [TokenKind, number] {
  const comment = end_of_comment(text, from, syntax);
  if (comment > from) return ["comment", comment];
  const quote = syntax.quotes.find((one) => text.startsWith(one, from));
  if (quote !== undefined) return ["string", end_of_string(text, from, quote)];
  const name = at(NAME, text, from);
  if (name !== undefined) return [kind_of_name(name, text, from + name.length, syntax), from + name.length];
  const number = at(NUMBER, text, from);
  if (number !== undefined) return ["number", from + number.length];
  return ["plain", from + 1];
}

/** Puts tokens into lines, cutting those that go over several, and joining neighbours of a kind. */
class Lines {
  readonly lines: Token[][] = [[]];

  add(kind: TokenKind, text: string): void {
    const [first = "", ...more] = text.split("\n");
    this.#append(kind, first);
    for (const line of more) {
      this.lines.push([]);
      this.#append(kind, line);
    }
  }

  #append(kind: TokenKind, text: string): void {
    const line = this.lines[this.lines.length - 1];
    if (text === "" || line === undefined) return;
    const last = line[line.length - 1];
    if (last?.kind === kind && kind === "plain") last.text += text;
    else line.push({ kind, text });
  }
}

const LONGEST = 400_000;

/** The tokens of each line. A text beyond any size that people read is left plain. */
export function highlight(text: string, language: string): Token[][] {
  const lines = new Lines();
  const syntax = syntax_of(language);
  if (text.length > LONGEST || (syntax.quotes.length === 0 && syntax.block.length === 0)) {
    lines.add("plain", text);
    return lines.lines;
  }
  for (let from = 0; from < text.length;) {
    const [kind, end] = token_at(text, from, syntax);
    lines.add(kind, text.slice(from, end));
    from = end;
  }
  return lines.lines;
}
