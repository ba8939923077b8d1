import { create_store } from "./store.ts";

export type Theme = "system" | "light" | "dark";
const KEY = "grove.theme";

function remembered(): Theme {
  const chosen = document.documentElement.dataset["theme"];
  return chosen === "dark" || chosen === "light" ? chosen : "system";
}

export const theme = create_store<Theme>(remembered());

export function choose_theme(next: Theme): void {
  if (next === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = next;
  try {
    if (next === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, next);
  } catch {
    // It holds for this page then.
  }
  theme.set(next);
}
