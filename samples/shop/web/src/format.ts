/** Cents as people write them: 1234 becomes "12,34 €". */
export function formatMoney(cents: number, locale = "de-DE"): string {
  return new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" }).format(cents / 100);
}

/** "1 piece", "2 pieces". */
export function pieces(count: number): string {
  return `${count} ${count === 1 ? "piece" : "pieces"}`;
}
