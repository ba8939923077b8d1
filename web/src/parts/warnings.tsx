import { counted } from "../text/format.ts";
import { Icon } from "./icon.tsx";
import { Notice } from "./states.tsx";

const MOST = 100;

/** What an answer lets one know about itself: one thing is said at once, more are folded, so that they don't push away what was asked for. */
export const Warnings = ({ of }: { of: readonly string[] | undefined }) => {
  if (!of || of.length === 0) return null;
  if (of.length === 1) return <Notice tone="warn">{of[0]}</Notice>;
  return (
    <details class="notice-fold">
      <summary>
        <Icon name="warning" />
        {counted(of.length, "remark")} on what is shown
      </summary>
      <ul tabIndex={0} aria-label="Remarks">
        {of.slice(0, MOST).map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
      {of.length > MOST ? <p>and {counted(of.length - MOST, "more", "more")}</p> : null}
    </details>
  );
};
