import { useMemo } from "preact/hooks";
import { highlight, type Token } from "../text/highlight.ts";
import { marked_pieces } from "../text/marks.ts";

const Text = ({ text, pattern }: { text: string; pattern: RegExp | null }) => (
  <>{marked_pieces(text, pattern).map((piece, index) => (piece.marked ? <mark key={index}>{piece.text}</mark> : piece.text))}</>
);

export const TokenText = ({ token, pattern }: { token: Token; pattern: RegExp | null }) =>
  token.kind === "plain" ? (
    <Text text={token.text} pattern={pattern} />
  ) : (
    <span class={`tok-${token.kind}`}>
      <Text text={token.text} pattern={pattern} />
    </span>
  );

export const Line = ({
  tokens,
  number,
  pattern,
  name,
}: {
  tokens: readonly Token[];
  /** Left out where it is not known. */
  number: number | undefined;
  pattern: RegExp | null;
  name?: string;
}) => (
  <div class={name ? `line ${name}` : "line"} data-line={number}>
    {tokens.map((token, index) => (
      <TokenText key={index} token={token} pattern={pattern} />
    ))}
    {"\n"}
  </div>
);

/** Lines of code with their numbers, coloured, matches marked. `mark` names a line to point out. */
export const CodeLines = ({
  text,
  language,
  first,
  pattern,
  mark,
}: {
  text: string;
  language: string;
  first: number;
  pattern?: RegExp | null;
  mark?: number;
}) => {
  const lines = useMemo(() => highlight(text, language), [text, language]);
  return (
    <>
      {lines.map((tokens, index) => (
        <Line
          key={index}
          tokens={tokens}
          number={first + index}
          pattern={pattern ?? null}
          {...(mark === first + index ? { name: "line-hit" } : {})}
        />
      ))}
    </>
  );
};
