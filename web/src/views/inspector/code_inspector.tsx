import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { ask } from "../../api/client.ts";
import type { FileText } from "../../api/shapes.ts";
import { Breakable } from "../../parts/breakable.tsx";
import { CopyButton } from "../../parts/copy_button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Failed, Loading, Notice } from "../../parts/states.tsx";
import { change, usePlace } from "../../state/location.ts";
import { useResource } from "../../state/resource.ts";
import { short_name } from "../../text/format.ts";
import { name_pattern, query_pattern } from "../../text/marks.ts";
import { type CodePlace, place_text } from "../../text/places.ts";
import { CodePane, type Marks } from "./code_pane.tsx";
import { SidePane } from "./side_pane.tsx";

interface HeadProps {
  title: string;
  /** What stands beside the title. */
  children?: ComponentChildren;
  /** What can be done with what is shown. */
  actions?: ComponentChildren;
  close: () => void;
}

export const DrawerHead = ({ title, children, actions, close }: HeadProps) => (
  <header class="drawer-head">
    <div class="drawer-title">
      <h2 tabIndex={-1}>{title}</h2>
      {children}
    </div>
    {actions}
    <button type="button" class="icon-button" aria-label="Close" title="Close (Esc)" onClick={close}>
      <Icon name="close" />
    </button>
  </header>
);

/** `src/a.py:12-20`, as tools outside write it. */
const path_and_lines = (place: CodePlace): string => place_text(place).slice(place.repo.length + 1);

/** The lines of a place, or the whole text where it names none. */
const code_of = (text: string, { first, last }: CodePlace): string =>
  first === undefined
    ? text
    : text
        .split("\n")
        .slice(first - 1, last ?? first)
        .join("\n");

const Actions = ({ file, place }: { file: FileText | undefined; place: CodePlace }) => (
  <>
    <CopyButton text={path_and_lines(place)} label={`Copy ${path_and_lines(place)}`} icon="pin" />
    {file ? (
      <CopyButton
        text={code_of(file.text, place)}
        label={place.first === undefined ? "Copy the whole file" : "Copy the lines pointed out"}
      />
    ) : null}
  </>
);

function useMarks(symbol: string): Marks {
  const query = usePlace().query.get("q") ?? "";
  return useMemo(
    () =>
      symbol === "" ? { pattern: query_pattern(query), only_hits: true } : { pattern: name_pattern(short_name(symbol)), only_hits: false },
    [symbol, query],
  );
}

/** Points lines out; the way back leads out of the drawer, not through each of them. */
const point_at = (place: CodePlace, line: number, extends_it: boolean): void => {
  const start = extends_it ? (place.first ?? line) : line;
  change({ at: place_text({ ...place, first: Math.min(start, line), last: Math.max(start, line) }) }, "replace");
};

/** A file with its outline, and what is known of a name in it. */
export function CodeInspector({ place, symbol, tab, close }: { place: CodePlace; symbol: string; tab: string; close: () => void }) {
  const file = useResource(`${place.repo}:${place.path}`, (signal) =>
    ask<FileText>("/api/v1/files", { query: { repo: place.repo, path: place.path }, signal }),
  );
  const name = place.path.slice(place.path.lastIndexOf("/") + 1);
  const marks = useMarks(symbol);
  const is_this = file.data?.path === place.path && file.data.repo === place.repo;
  return (
    <>
      <DrawerHead title={name} actions={<Actions file={is_this ? file.data : undefined} place={place} />} close={close}>
        <p class="where">
          <span class="where-repo">{place.repo}</span>
          <Breakable text={place.path} />
        </p>
      </DrawerHead>
      <div class="drawer-body">
        <div class="drawer-code">
          {file.data?.stale && is_this ? <Notice>This file changed since it was indexed; its text is the present one.</Notice> : null}
          {file.problem ? <Failed problem={file.problem} retry={file.reload} /> : null}
          {is_this && file.data ? (
            <CodePane
              file={file.data}
              place={place}
              marks={marks}
              ask_about={(word) => change({ symbol: word, tab: undefined })}
              point_at={(line, extends_it) => point_at(place, line, extends_it)}
            />
          ) : file.problem ? null : (
            <Loading lines={12} />
          )}
        </div>
        <SidePane place={place} symbol={symbol} tab={tab} outline={is_this ? file.data?.units : undefined} />
      </div>
    </>
  );
}
