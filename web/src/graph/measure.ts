/** How wide a letter is on average, where nothing can measure it. */
const LETTER = 0.6;

let context: CanvasRenderingContext2D | null | undefined;
let family = "";

/** A font of the page in a canvas; undefined outside of a browser. */
function canvas_with(font: string): CanvasRenderingContext2D | undefined {
  if (typeof document === "undefined") return undefined;
  if (context === undefined) {
    context = document.createElement("canvas").getContext("2d");
    family = getComputedStyle(document.body).fontFamily;
  }
  if (!context) return undefined;
  context.font = `${font} ${family}`;
  return context;
}

/** A font of the drawings: weight and size, as style/graph.css has them. */
export type DrawnFont = "600 13px" | "400 12px" | "400 11px";

export function text_width(text: string, font: DrawnFont): number {
  return canvas_with(font)?.measureText(text).width ?? text.length * LETTER * Number.parseInt(font.slice(4), 10);
}

/** The text, or the longest of its shortened forms that a width has room for; `of` says the one that keeps so many letters. */
function longest(text: string, width: number, font: DrawnFont, of: (kept: number) => string): string {
  if (text_width(text, font) <= width) return text;
  let [fits, too_long] = [0, text.length];
  while (too_long - fits > 1) {
    const middle = (fits + too_long) >> 1;
    if (text_width(of(middle), font) <= width) fits = middle;
    else too_long = middle;
  }
  return of(fits);
}

/** The text, or as much of its beginning as a width has room for. */
export const fitting = (text: string, width: number, font: DrawnFont): string =>
  longest(text, width, font, (kept) => `${text.slice(0, kept)}…`);

/** The same for names, of which many begin alike: what is left out stands before their middle. */
export const fitting_name = (name: string, width: number, font: DrawnFont): string =>
  longest(name, width, font, (kept) => `${name.slice(0, kept >> 2)}…${name.slice(name.length - (kept - (kept >> 2)))}`);
