import { HOUR_MS } from '@halyard/core/time';

/** A row of a candle file, as text. */
export type FixtureRow = Readonly<
  Record<'start' | 'open' | 'high' | 'low' | 'close' | 'volume', string>
>;

/**
 * Returns the walk of each candle: file time, bid and ask in cents, computed with plain arithmetic
 * of its own.
 */
export function walkOf(list: readonly FixtureRow[]) {
  const cents = (text: string): bigint => {
    const [whole = '', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(2, '0'));
  };
  return list.flatMap(({ start, open, high, low, close }) => {
    const rose = cents(close) >= cents(open);
    const walk = rose ? [open, low, high, close] : [open, high, low, close];
    return walk.map((text, step) => {
      const sell = cents(text);
      // The ask in cents, rounded up: the catalogue's spread of BTCUSD is 2.55 basis points.
      const buy = (sell * 1_000_255n + 999_999n) / 1_000_000n;
      const atMs = Number(start) * 1_000 + step * HOUR_MS;
      return { atMs, sell: Number(sell), buy: Number(buy) };
    });
  });
}
