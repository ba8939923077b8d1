import type { Confidence as Level } from "../api/shapes.ts";

const MEANING: Record<string, string> = {
  exact: "Certain: the name can mean nothing else here",
  scoped: "Likely: the name is in reach here",
  name: "A guess by the name alone",
};

/** How sure a connection is: said in a word, and by more than colour. */
export const Confidence = ({ of }: { of: Level | string }) => (
  <span class={`confidence confidence-${of}`} title={MEANING[of] ?? of}>
    {of}
  </span>
);
