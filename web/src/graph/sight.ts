/** Scrolls to what the keyboard has come to. Browsers do that by themselves, but not for parts of a drawing. */
export function bring_into_sight({ currentTarget }: { currentTarget: Element }): void {
  if (currentTarget.matches(":focus-visible")) currentTarget.scrollIntoView({ block: "nearest", inline: "nearest" });
}
