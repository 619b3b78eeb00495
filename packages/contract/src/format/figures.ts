// How figures are written in each language; the same in the web app, mails and the back office.
const MINUS = '\u2212';
const EURO_DECIMALS = 2;
/** From this amount on, even whole euros are too long for a narrow place. */
const COMPACT_FROM = 10_000_000;

export type FigureWriter = {
  /** Formats a number with a fixed count of decimals: 1,234.50. */
  decimal(value: number, decimals: number): string;
  /** Formats an amount: € 1,234.50 and −€ 5.00; in the other languages 1.234,50 € and −5,00 €. */
  euros(amount: number): string;
  /** Formats an amount of a million or more for a narrow place: € 1,234,568 and € 123.46M. */
  shortEuros(amount: number): string;
  /** Formats a percentage: 49.97 %. */
  percent(value: number, decimals: number): string;
};

/**
 * Formats figures for a language, with groups of three digits. A value that rounds to zero has no
 * sign.
 */
export function createFigureWriter(language: string): FigureWriter {
  // The cached number formats by decimals. Creating one costs more than a thousand uses.
  const formats = new Map<number, Intl.NumberFormat>();
  const digits = (value: number, decimals: number): string => {
    const format =
      formats.get(decimals) ??
      new Intl.NumberFormat(language, {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
        useGrouping: 'always',
      });
    formats.set(decimals, format);
    return format.format(Math.abs(value));
  };
  const inEuros = (sign: string, text: string): string =>
    language === 'en' ? `${sign}€ ${text}` : `${sign}${text} €`;
  return {
    decimal: (value, decimals) => minus(value, decimals) + digits(value, decimals),
    euros: (amount) => inEuros(minus(amount, EURO_DECIMALS), digits(amount, EURO_DECIMALS)),
    shortEuros(amount) {
      const isLong = Math.abs(amount) >= COMPACT_FROM;
      const style = { notation: 'compact', maximumFractionDigits: 2 } as const;
      const text = isLong
        ? new Intl.NumberFormat(language, style).format(Math.abs(amount))
        : digits(amount, 0);
      return inEuros(minus(amount, 0), text);
    },
    percent: (value, decimals) => `${minus(value, decimals)}${digits(value, decimals)} %`,
  };
}

function minus(value: number, decimals: number): string {
  return Number(value.toFixed(decimals)) < 0 ? MINUS : '';
}
