import type { ComponentChildren } from "preact";
import { ask } from "../../api/client.ts";
import type { FileText } from "../../api/shapes.ts";
import { CopyButton } from "../../parts/copy_button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Failed, Loading, Notice } from "../../parts/states.tsx";
import { change } from "../../state/location.ts";
import { useResource } from "../../state/resource.ts";
import { type CodePlace, place_text } from "../../text/places.ts";
import { CodePane } from "./code_pane.tsx";
import { SidePane } from "./side_pane.tsx";

interface HeadProps {
  title: string;
  /** What stands beside the title. */
  children?: ComponentChildren;
  /** A place that can be copied. */
  copied?: string;
  close: () => void;
}

export const DrawerHead = ({ title, children, copied, close }: HeadProps) => (
  <header class="drawer-head">
    <div class="drawer-title">
      <h2 tabIndex={-1}>{title}</h2>
      {children}
    </div>
    {copied === undefined ? null : <CopyButton text={copied} label="Copy the place" />}
    <button type="button" class="icon-button" aria-label="Close" title="Close (Esc)" onClick={close}>
      <Icon name="close" />
    </button>
  </header>
);

/** A file with its outline, and what is known of a name in it. */
export function CodeInspector({ place, symbol, tab, close }: { place: CodePlace; symbol: string; tab: string; close: () => void }) {
  const file = useResource(`${place.repo}:${place.path}`, (signal) =>
    ask<FileText>("/api/v1/files", { query: { repo: place.repo, path: place.path }, signal }),
  );
  const name = place.path.slice(place.path.lastIndexOf("/") + 1);
  const is_this = file.data?.path === place.path && file.data.repo === place.repo;
  return (
    <>
      <DrawerHead title={name} copied={place_text(place)} close={close}>
        <p class="where">
          <span class="where-repo">{place.repo}</span>
          <span class="where-file">{place.path}</span>
        </p>
      </DrawerHead>
      <div class="drawer-body">
        <div class="drawer-code">
          {file.data?.stale && is_this ? <Notice>This file changed since it was indexed; its text is the present one.</Notice> : null}
          {file.problem ? <Failed problem={file.problem} retry={file.reload} /> : null}
          {is_this && file.data ? (
            <CodePane file={file.data} place={place} ask_about={(word) => change({ symbol: word, tab: undefined })} />
          ) : file.problem ? null : (
            <Loading lines={12} />
          )}
        </div>
        <SidePane place={place} symbol={symbol} tab={tab} outline={is_this ? file.data?.units : undefined} />
      </div>
    </>
  );
}
