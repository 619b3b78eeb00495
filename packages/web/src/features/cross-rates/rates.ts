// Cross rates of the major currencies, from the quotes of their pairs.

export const CURRENCIES = ['EUR', 'USD', 'GBP', 'JPY', 'CHF', 'AUD', 'CAD', 'NZD'] as const;
export type Currency = (typeof CURRENCIES)[number];

/**
 * The requested pairs: a rate against the dollar for each currency, and the pairs with their own
 * price.
 */
export const PAIRS = [
  'EURUSD',
  'GBPUSD',
  'USDJPY',
  'USDCHF',
  'USDCAD',
  'AUDUSD',
  'NZDUSD',
  'EURGBP',
  'EURJPY',
  'GBPJPY',
  'EURCHF',
  'AUDJPY',
  'EURAUD',
] as const;
const KNOWN: ReadonlySet<string> = new Set(PAIRS);

export type PairQuote = {
  readonly middle: number;
  readonly isLive: boolean;
  /** The change in percent since the previous close; undefined when unknown. */
  readonly change: number | undefined;
};

export type CrossRate = {
  readonly rate: number;
  readonly isLive: boolean;
  readonly change: number | undefined;
  /** The symbol that trades exactly this rate. */
  readonly symbol: string | undefined;
};

/**
 * Returns how much of the counter currency one unit of the base costs; undefined while a quote is
 * missing.
 */
export function crossRate(
  base: Currency,
  counter: Currency,
  quoteOf: (symbol: string) => PairQuote | undefined,
): CrossRate | undefined {
  const symbol = base + counter;
  const own = quoteEither(base, counter, quoteOf);
  if (own !== undefined) return { ...own, symbol: KNOWN.has(symbol) ? symbol : undefined };
  const first = quoteEither(base, 'USD', quoteOf);
  const second = quoteEither(counter, 'USD', quoteOf);
  if (first === undefined || second === undefined) return undefined;
  return { ...through(first, second), symbol: undefined };
}

type Rate = Omit<CrossRate, 'symbol'>;

/** Returns the rate of the pair in this order or, inverted, in the other. */
function quoteEither(
  base: Currency,
  counter: Currency,
  quoteOf: (symbol: string) => PairQuote | undefined,
): Rate | undefined {
  const straight = KNOWN.has(base + counter) ? quoteOf(base + counter) : undefined;
  if (straight !== undefined) return toRate(straight);
  const turned = KNOWN.has(counter + base) ? quoteOf(counter + base) : undefined;
  return turned === undefined ? undefined : through({ ...ONE, isLive: true }, toRate(turned));
}

const ONE = { rate: 1, change: 0 } as const;

function toRate({ middle, isLive, change }: PairQuote): Rate {
  return { rate: middle, isLive, change };
}

/** Combines two rates against the same currency: a/c and b/c give a/b. */
function through(first: Rate, second: Rate): Rate {
  const isKnown = first.change !== undefined && second.change !== undefined;
  return {
    rate: first.rate / second.rate,
    isLive: first.isLive && second.isLive,
    change: isKnown
      ? ((1 + (first.change ?? 0) / 100) / (1 + (second.change ?? 0) / 100) - 1) * 100
      : undefined,
  };
}
