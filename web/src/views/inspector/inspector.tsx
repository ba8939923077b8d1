import { useEffect, useRef } from "preact/hooks";
import { change, usePlace } from "../../state/location.ts";
import { read_place } from "../../text/places.ts";
import { CodeInspector } from "./code_inspector.tsx";
import { LinkInspector } from "./link_inspector.tsx";

const close = () => change({ at: undefined, symbol: undefined, tab: undefined, link: undefined });

/** The drawer over whatever view is shown; what it shows stands in the address, so that a link leads to it. */
export function Inspector() {
  const { query } = usePlace();
  const place = read_place(query.get("at") ?? "");
  const link = query.get("link") ?? "";
  const dialog = useRef<HTMLDialogElement>(null);
  const is_open = place !== undefined || link !== "";
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (is_open && !element.open) {
      element.showModal();
      element.querySelector("h2")?.focus();
    }
    if (!is_open && element.open) element.close();
  }, [is_open]);
  return (
    <dialog
      ref={dialog}
      class="drawer"
      aria-label="Code inspector"
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onMouseDown={(event) => event.target === dialog.current && close()}
    >
      {place ? <CodeInspector place={place} symbol={query.get("symbol") ?? ""} tab={query.get("tab") ?? ""} close={close} /> : null}
      {!place && link !== "" ? <LinkInspector name={link} close={close} /> : null}
    </dialog>
  );
}
