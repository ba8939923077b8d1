import type { ComponentChildren } from "preact";
import type { Problem } from "../api/client.ts";
import { Icon, type IconName } from "./icon.tsx";

/** What stands where nothing is yet: what it is, and what to do. */
export const Empty = ({ icon, title, children }: { icon?: IconName; title: string; children?: ComponentChildren }) => (
  <div class="empty">
    {icon ? <Icon name={icon} /> : null}
    <p class="empty-title">{title}</p>
    {children ? <div class="empty-text">{children}</div> : null}
  </div>
);

/** What went wrong, in the server's words, with what to do about it. */
export const Failed = ({ problem, retry }: { problem: Problem; retry?: () => void }) => (
  <div class="notice notice-bad" role="alert">
    <Icon name="warning" />
    <div>
      <p>{problem.message}</p>
      {problem.hint ? <p class="muted">{problem.hint}</p> : null}
      {retry ? (
        <button type="button" class="button small" onClick={retry}>
          Try again
        </button>
      ) : null}
    </div>
  </div>
);

export const Notice = ({ children, tone = "calm" }: { children: ComponentChildren; tone?: "calm" | "warn" }) => (
  <div class={`notice notice-${tone}`}>
    <Icon name={tone === "warn" ? "warning" : "status"} />
    <div>{children}</div>
  </div>
);

/** Grey lines in place of what is being loaded, of about its size, so that nothing jumps. */
export const Loading = ({ lines = 4, label = "Loading" }: { lines?: number; label?: string }) => (
  <div class="skeleton" role="status">
    <span class="sr-only">{label}</span>
    {Array.from({ length: lines }, (_, index) => (
      <span key={index} class={`skeleton-line skeleton-${index % 4}`} />
    ))}
  </div>
);
