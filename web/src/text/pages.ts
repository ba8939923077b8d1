/** Where in a document a passage stands. */
export interface Pages {
  page?: number;
  page_end?: number;
  page_label?: string;
}

/** "p. 12 (xii)", "pp. 3–4": pages, with the printed label of the first where it is another; "" without pages. */
export function page_text({ page, page_end, page_label }: Pages): string {
  if (!page) return "";
  const pages = page_end && page_end > page ? `pp. ${page}–${page_end}` : `p. ${page}`;
  return page_label && page_label !== String(page) ? `${pages} (${page_label})` : pages;
}
