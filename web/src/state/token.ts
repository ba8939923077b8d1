import { create_store } from "./store.ts";

const KEY = "grove.token";

function remembered(): string {
  try {
    return sessionStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

/** The server's token: kept for this tab only, and never in an address. */
export const token = create_store(remembered());
/** Whether a request was refused for want of it; `wrong` where one was sent. */
export const token_wanted = create_store<"no" | "missing" | "wrong">("no");

export function keep_token(value: string): void {
  try {
    sessionStorage.setItem(KEY, value);
  } catch {
    // In memory it still holds until the page is left.
  }
  token.set(value);
  token_wanted.set("no");
}
