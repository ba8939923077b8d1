import { choose_theme, theme, type Theme } from "../state/theme.ts";
import { useStore } from "../state/store.ts";
import { Icon, type IconName } from "./icon.tsx";

const NEXT: Record<Theme, { next: Theme; icon: IconName; says: string }> = {
  system: { next: "light", icon: "system", says: "Theme: as the system has it" },
  light: { next: "dark", icon: "sun", says: "Theme: light" },
  dark: { next: "system", icon: "moon", says: "Theme: dark" },
};

export function ThemeSwitch() {
  const now = NEXT[useStore(theme)];
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={`${now.says}. Change to ${now.next}`}
      title={now.says}
      onClick={() => choose_theme(now.next)}
    >
      <Icon name={now.icon} />
    </button>
  );
}
