/** A number as a field takes it: decimals of the language, no thousands separators. */
export function writePlain(value: number, language: string, decimals: number): string {
  return value.toLocaleString(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
  });
}
