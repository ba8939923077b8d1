import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface Props {
  title: string;
  children: ComponentChildren;
  action: string;
  confirm: () => void;
  close: () => void;
}

/** Asks before something is lost. */
export function Confirm({ title, children, action, confirm, close }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="card-dialog" aria-labelledby="confirm-title" onClose={close}>
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          confirm();
          close();
        }}
      >
        <h2 id="confirm-title">{title}</h2>
        <div class="muted">{children}</div>
        <div class="actions">
          <button type="submit" class="button danger">
            {action}
          </button>
          <button type="button" class="button" autofocus onClick={close}>
            Keep it
          </button>
        </div>
      </form>
    </dialog>
  );
}
