import { create_store, useStore } from "../state/store.ts";

const news = create_store("");

/** Says something to people who hear the page, without moving them. */
export const announce = (text: string): void => news.set(text);

export const Announcer = () => (
  <p class="sr-only" role="status" aria-live="polite">
    {useStore(news)}
  </p>
);
