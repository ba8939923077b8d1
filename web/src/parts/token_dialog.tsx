import { useEffect, useRef, useState } from "preact/hooks";
import { keep_token } from "../state/token.ts";

/** Asks for the token of a server that has one. It stays in this tab. */
export function TokenDialog({ wrong }: { wrong: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, set] = useState("");
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} class="card-dialog" aria-labelledby="token-title" onCancel={(event) => event.preventDefault()}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== "") keep_token(text.trim());
        }}
      >
        <h2 id="token-title">This server asks for a token</h2>
        <p class="muted" id="token-help">
          It is the value of <code>GROVE_TOKEN</code> that the server was started with. It is kept in this tab only.
        </p>
        <label class="field">
          <span>Token</span>
          <input
            type="password"
            autocomplete="off"
            autofocus
            value={text}
            aria-describedby={wrong ? "token-wrong" : "token-help"}
            aria-invalid={wrong}
            onInput={(event) => set(event.currentTarget.value)}
          />
        </label>
        {wrong ? (
          <p class="bad" id="token-wrong" role="alert">
            The server did not take that token.
          </p>
        ) : null}
        <div class="actions">
          <button type="submit" class="button primary">
            Continue
          </button>
        </div>
      </form>
    </dialog>
  );
}
