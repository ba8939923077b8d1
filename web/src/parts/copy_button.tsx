import { useState } from "preact/hooks";
import { announce } from "./announcer.tsx";
import { Icon, type IconName } from "./icon.tsx";

/** Puts a text into the clipboard; says whether that went well. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    announce("Copied");
    return true;
  } catch {
    announce("The browser did not let the text be copied");
    return false;
  }
}

interface Props {
  text: string;
  label: string;
  icon?: IconName;
}

export function CopyButton({ text, label, icon = "copy" }: Props) {
  const [copied, set] = useState(false);
  const on_click = async () => {
    if (!(await copy(text))) return;
    set(true);
    window.setTimeout(() => set(false), 1500);
  };
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} onClick={() => void on_click()}>
      <Icon name={copied ? "check" : icon} />
    </button>
  );
}
