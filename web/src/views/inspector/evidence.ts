/** The evidence of a link as lines of text, whatever its shape: a text, a place, a list, or an object of such. */
export function evidence_lines(evidence: unknown): string[] {
  if (evidence === undefined || evidence === null || evidence === "") return [];
  if (Array.isArray(evidence)) return evidence.flatMap(evidence_lines);
  if (typeof evidence !== "object") return [String(evidence)];
  const { path, line, ...rest } = evidence as Record<string, unknown>;
  const place = typeof path === "string" ? [line === undefined ? path : `${path}:${String(line)}`] : [];
  const others = Object.entries(rest).flatMap(([name, value]) =>
    evidence_lines(value).map((text) => `${name.replaceAll("_", " ")}: ${text}`),
  );
  return [...others, ...place];
}
