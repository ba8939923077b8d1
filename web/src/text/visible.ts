// Characters that turn the direction of what follows them can make code look like other code (CVE-2021-42574). They are written out, as on
// the command line, wherever a text is shown.
const TURNS_DIRECTION = /[\u202a-\u202e\u2066-\u2069]/g;

/** The text with such characters as `\u{202e}`. */
export const visible = (text: string): string =>
  text.replace(TURNS_DIRECTION, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);

/** What stands inside an element, or one of its attributes, its texts visible. */
export function made_visible<Shown>(shown: Shown): Shown {
  if (typeof shown === "string") return visible(shown) as Shown & string;
  return Array.isArray(shown) ? (shown.map(made_visible) as Shown & unknown[]) : shown;
}

/** Attributes that people read. */
export const READ_ATTRIBUTES = ["children", "title", "aria-label", "placeholder"] as const;
