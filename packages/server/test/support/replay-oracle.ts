// What positions on the replay feed must earn, from the rows of the price file alone, in exact
// rationals. It shares no code with the product and takes no rate from the server.

export type FileCandle = Readonly<Record<'start' | 'open' | 'high' | 'low' | 'close', string>>;

/** A price that the file holds from a file time on, in cents of a dollar. */
export type FilePoint = { readonly fileMs: number; readonly sell: bigint; readonly buy: bigint };

type Direction = 'buy' | 'sell';
type Exposure = {
  readonly direction: Direction;
  readonly amountCents: bigint;
  readonly leverage: bigint;
};

const STEPS = 4;

/** Each candle walks open, the extreme against its direction, the other extreme, close. */
export function walkFile(
  rows: readonly FileCandle[],
  candleMs: number,
  spreadBps: string,
): readonly FilePoint[] {
  return rows.flatMap((row) => {
    const rose = centsOf(row.close) >= centsOf(row.open);
    const walk = rose
      ? [row.open, row.low, row.high, row.close]
      : [row.open, row.high, row.low, row.close];
    return walk.map((text, step) => {
      const sell = centsOf(text);
      const fileMs = Number(row.start) * 1000 + (step * candleMs) / STEPS;
      return { fileMs, sell, buy: addSpread(sell, spreadBps) };
    });
  });
}

/** Order price: buy + 0.025 % or sell − 0.025 %, rounded half away from zero. */
export function orderPriceAt(direction: Direction, point: FilePoint): bigint {
  const numerator = direction === 'buy' ? point.buy * 100_025n : point.sell * 99_975n;
  return (numerator + 50_000n) / 100_000n;
}

/** amount × leverage × (close − open) ÷ open, by direction, half to even at the end. */
export function profitBetween(exposure: Exposure, open: FilePoint, close: FilePoint): bigint {
  const { direction, amountCents, leverage } = exposure;
  const opened = orderPriceAt(direction, open);
  const gained = direction === 'buy' ? close.sell - opened : opened - close.buy;
  return divideHalfEven(amountCents * leverage * gained, opened);
}

function addSpread(sell: bigint, spreadBps: string): bigint {
  const [whole = '', fraction = ''] = spreadBps.split('.');
  const scale = 10n ** BigInt(fraction.length);
  const denominator = 10_000n * scale;
  const numerator = sell * (denominator + BigInt(whole + fraction));
  return (numerator + denominator - 1n) / denominator;
}

function centsOf(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  if (fraction.length > 2) throw new Error(`${text} is finer than a cent`);
  return BigInt(whole + fraction.padEnd(2, '0'));
}

function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  const magnitude = numerator < 0n ? -numerator : numerator;
  const floor = magnitude / denominator;
  const twiceRest = (magnitude % denominator) * 2n;
  const isUp = twiceRest > denominator || (twiceRest === denominator && floor % 2n === 1n);
  const rounded = isUp ? floor + 1n : floor;
  return numerator < 0n ? -rounded : rounded;
}
