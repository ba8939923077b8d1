import type { ComponentChildren } from "preact";

export interface Tab<T extends string> {
  value: T;
  label: string;
  count?: number | undefined;
}

/** Tabs as the ARIA practices have them: arrows choose, the panel follows. */
export function Tabs<T extends string>({
  label,
  tabs,
  value,
  choose,
  children,
}: {
  label: string;
  tabs: readonly Tab<T>[];
  value: T;
  choose: (value: T) => void;
  children: ComponentChildren;
}) {
  const name = label.toLowerCase().replace(/\W+/g, "-");
  const on_key = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const next = tabs[(tabs.findIndex((tab) => tab.value === value) + step + tabs.length) % tabs.length];
    if (step === 0 || !next) return;
    event.preventDefault();
    choose(next.value);
    document.getElementById(`${name}-tab-${next.value}`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={on_key}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${name}-tab-${tab.value}`}
            class="tab"
            aria-selected={tab.value === value}
            aria-controls={`${name}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => choose(tab.value)}
          >
            {tab.label}
            {tab.count === undefined ? null : <span class="tab-count">{tab.count}</span>}
          </button>
        ))}
      </div>
      <div class="tab-panel" role="tabpanel" id={`${name}-panel`} aria-labelledby={`${name}-tab-${value}`} tabIndex={0}>
        {children}
      </div>
    </>
  );
}
