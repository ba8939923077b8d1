/** How the server ends a line that stands for a unit inside, whose other lines it leaves out. */
const LEFT_OUT = /…\s*$/;

/**
 * The numbers of a unit's lines as they are shown. Where units inside are left out, lines up to the first gap count from the unit's first line,
 * those behind the last gap from its last line, and those between have none: it is not known.
 */
export function line_numbers(lines: readonly string[], first: number, last: number): (number | undefined)[] {
  const from_start = lines.map((_, index) => first + index);
  if (lines.length >= last - first + 1) return from_start;
  const gap = lines.findIndex((line) => LEFT_OUT.test(line));
  if (gap < 0) return from_start;
  const end = lines.findLastIndex((line) => LEFT_OUT.test(line));
  return lines.map((_, index) => {
    if (index <= gap) return first + index;
    return index > end ? last - (lines.length - 1 - index) : undefined;
  });
}
