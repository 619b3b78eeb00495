/** Formats a number for an input: decimals of the language, no thousands separators. */
export function writePlain(value: number, language: string, decimals: number): string {
  return value.toLocaleString(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
  });
}
