import type { SearchAnswer } from "../../api/shapes.ts";
import { Notice } from "../../parts/states.tsx";
import { Warnings } from "../../parts/warnings.tsx";
import { counted, milliseconds, percent } from "../../text/format.ts";
import type { SearchState } from "./search_state.ts";

/** How many, how fast, from where, and what one should know about it. */
export function AnswerLine({ answer, state }: { answer: SearchAnswer; state: SearchState }) {
  const scope = answer.scope.repos.length;
  const shown = answer.results.length;
  const many = shown >= state.limit ? `the ${shown} best results` : counted(shown, "result");
  const { pending, not_indexed, expanded } = answer.scope;
  return (
    <>
      <p class="answer-line" role="status">
        <strong>{many}</strong> in {counted(scope, "repository", "repositories")} · {milliseconds(answer.took_ms)}
      </p>
      {expanded?.length ? (
        <p class="answer-line">
          Reached by dependencies: {expanded.map((one) => `${one.repo} (${one.direction}, ${counted(one.hops, "hop")})`).join(", ")}.
        </p>
      ) : null}
      {not_indexed?.length ? (
        <Notice tone="warn">Not searched, since there is no index of it: {not_indexed.join(", ")}. Sync it to search it.</Notice>
      ) : null}
      {pending?.length ? <Notice>Changes are being indexed: {pending.join(", ")}.</Notice> : null}
      {answer.stale && !pending?.length ? (
        <Notice>Some files changed since they were indexed; what is shown was found again in them.</Notice>
      ) : null}
      {answer.vectors && answer.vectors.ready < 1 && state.mode !== "keyword" ? (
        <Notice>
          The meaning of {percent(answer.vectors.ready)} of the code is known so far; words and names are searched in all of it.
        </Notice>
      ) : null}
      {shown > 0 && answer.results.every((hit) => hit.matched_terms.length === 0 && !hit.ranks["name"]) && state.mode === "hybrid" ? (
        <Notice>None of these words stands in the code searched: what follows is only near in meaning.</Notice>
      ) : null}
      <Warnings of={answer.warnings} />
    </>
  );
}
