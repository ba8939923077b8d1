const WHOLE = new Intl.NumberFormat("en");

/** 12345 → "12,345" */
export const count = (value: number): string => WHOLE.format(value);

/** "1 file", "2 files" */
export const counted = (value: number, one: string, many = `${one}s`): string => `${count(value)} ${value === 1 ? one : many}`;

/** Powers of 1024, one digit after the point below 100. */
export function size(bytes: number): string {
  let value = bytes;
  for (const unit of ["bytes", "KB", "MB", "GB"]) {
    if (value < 1024) return `${unit === "bytes" || value >= 100 ? Math.round(value) : value.toFixed(1)} ${unit}`;
    value /= 1024;
  }
  return `${value.toFixed(1)} TB`;
}

export const milliseconds = (value: number): string =>
  value < 10 ? `${value.toFixed(1)} ms` : value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`;

export const percent = (share: number): string => `${share >= 1 ? 100 : Math.min(99, Math.floor(share * 100))} %`;

const STEPS: readonly [number, string][] = [
  [60, "second"],
  [60, "minute"],
  [24, "hour"],
  [30, "day"],
  [12, "month"],
  [Number.POSITIVE_INFINITY, "year"],
];

/** "3 minutes ago" */
export function ago(time: string, now: number = Date.now()): string {
  let value = Math.max(0, (now - Date.parse(time)) / 1000);
  if (Number.isNaN(value)) return time;
  if (value < 5) return "just now";
  for (const [size_of_step, unit] of STEPS) {
    if (value < size_of_step) return `${counted(Math.floor(value), unit)} ago`;
    value /= size_of_step;
  }
  return time;
}

/** The last part of a symbol's name or id, as code calls it: `shop:src/a.py#Cart.put~2` → `put`. */
export const short_name = (symbol: string): string =>
  symbol
    .slice(symbol.lastIndexOf("#") + 1)
    .replace(/~\d+$/, "")
    .split(/\.|::/)
    .at(-1) ?? symbol;

/** `shop:src/a.py#Cart.put~2` → its parts; undefined where it is no unit's id. */
export function parts_of_id(id: string): { repo: string; path: string; name: string } | undefined {
  const colon = id.indexOf(":");
  const hash = id.lastIndexOf("#");
  if (colon < 0 || hash < colon) return undefined;
  return { repo: id.slice(0, colon), path: id.slice(colon + 1, hash), name: id.slice(hash + 1) };
}
