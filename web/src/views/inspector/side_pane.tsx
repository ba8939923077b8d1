import { useState } from "preact/hooks";
import type { OutlineItem } from "../../api/shapes.ts";
import { change } from "../../state/location.ts";
import { type CodePlace, place_text } from "../../text/places.ts";
import { Loading } from "../../parts/states.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { Outline } from "./outline.tsx";
import { CallList } from "./call_list.tsx";
import { Definition } from "./definition.tsx";
import { useSymbol } from "./symbol.ts";
import { UsageList } from "./usage_list.tsx";

type TabName = "outline" | "usages" | "callers" | "callees";
const TABS: readonly { value: TabName; label: string }[] = [
  { value: "outline", label: "Outline" },
  { value: "usages", label: "Usages" },
  { value: "callers", label: "Callers" },
  { value: "callees", label: "Callees" },
];

/** Goes to a line by `:120`, and asks about any other text as a name. */
function look_up(text: string, place: CodePlace): void {
  const line = /^:\s*(\d+)$/.exec(text)?.[1];
  if (line !== undefined) change({ at: place_text({ repo: place.repo, path: place.path, first: Number(line) }) });
  else if (text !== "") change({ symbol: text, tab: undefined });
}

function LookUp({ place }: { place: CodePlace }) {
  const [text, set] = useState("");
  return (
    <form
      class="look-up"
      onSubmit={(event) => {
        event.preventDefault();
        look_up(text.trim(), place);
        set("");
      }}
    >
      <label class="sr-only" for="look-up">
        Look up a name, or go to a line
      </label>
      <input
        id="look-up"
        type="text"
        placeholder="A name, or :line"
        value={text}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        onInput={(event) => set(event.currentTarget.value)}
      />
    </form>
  );
}

/** What the file holds, and what is known of the name that was asked about. */
export function SidePane({
  place,
  symbol,
  tab,
  outline,
}: {
  place: CodePlace;
  symbol: string;
  tab: string;
  outline: readonly OutlineItem[] | undefined;
}) {
  const meaning = useSymbol(symbol, place);
  const value: TabName = symbol === "" ? "outline" : (TABS.find((one) => one.value === tab)?.value ?? "usages");
  const tabs = symbol === "" ? TABS.slice(0, 1) : TABS;
  return (
    <aside class="drawer-side" aria-label="Names">
      <LookUp place={place} />
      {symbol === "" ? (
        <p class="muted small">
          Click a name in the code to see where it is defined and who uses it; click a line’s number to point it out, with Shift up to
          another.
        </p>
      ) : (
        <Definition symbol={symbol} meaning={meaning} />
      )}
      <Tabs label="Of this file and name" tabs={tabs} value={value} choose={(next) => change({ tab: next }, "replace")}>
        {value === "outline" ? outline ? <Outline items={outline} place={place} /> : <Loading /> : null}
        {value !== "outline" && (meaning.definitions.data?.total ?? 0) > 1 ? (
          <p class="muted small">Of everything that has this name; choose a meaning to see its own.</p>
        ) : null}
        {value === "usages" ? <UsageList symbol={meaning.asked} repo={meaning.repo} /> : null}
        {value === "callers" || value === "callees" ? <CallList symbol={meaning.asked} repo={meaning.repo} direction={value} /> : null}
      </Tabs>
    </aside>
  );
}
