import { assertPresent } from '#assertion/assertion.ts';
import type { Instrument, Quote } from '#instrument/instrument.ts';
import type { Book, EngineState, SymbolMarket } from './state.ts';

/** The prices that a decision uses: those of the state, and the quote that is being accepted. */
export type MarketView = {
  readonly state: Pick<EngineState, 'rules' | 'markets'> & {
    readonly instruments: ReadonlyMap<string, Instrument>;
  };
  readonly incoming: Quote | undefined;
};

/** Returns the last quote of a symbol; undefined before its first. */
export function findQuote(view: MarketView, symbol: string): Quote | undefined {
  if (view.incoming !== undefined && view.incoming.symbol === symbol) return view.incoming;
  return getMarket(view.state, symbol).quote;
}

/** Returns the quote at which the symbol trades; undefined while it is not live. */
export function findLiveQuote(view: MarketView, symbol: string, atMs: number): Quote | undefined {
  const quote = findQuote(view, symbol);
  if (quote === undefined) return undefined;
  const market = getMarket(view.state, symbol);
  const instrument = assertPresent(view.state.instruments.get(symbol), () => `${symbol} is listed`);
  return isLive({ market, instrument }, quote, atMs) ? quote : undefined;
}

/**
 * Returns whether a symbol trades at a quote: the symbol is live and the quote is recent enough.
 */
export function isLive(
  { market, instrument }: Pick<Book, 'market' | 'instrument'>,
  quote: Quote,
  atMs: number,
): boolean {
  return market.state === 'live' && atMs - quote.receivedAtMs <= instrument.staleAfterMs;
}

/**
 * Returns whether a quote of the symbol reaches no level, leaves no margin band, triggers no order
 * and moves no trailing stop. A false answer only means that the indexes must be asked.
 */
export function isCalm(
  { marginBands }: Pick<EngineState, 'marginBands'>,
  { calm, levels, orders, sides }: Book,
  quote: Quote,
): boolean {
  if (calm.isOutdated) {
    calm.renew();
    levels.narrow(calm);
    orders.narrow(calm);
    marginBands.narrow(sides, calm);
  }
  return calm.contains(quote);
}

/** Returns the market of a listed symbol. */
export function getMarket(state: Pick<EngineState, 'markets'>, symbol: string): SymbolMarket {
  return assertPresent(state.markets.get(symbol), () => `${symbol} is listed`);
}

/** Returns the book of a listed symbol. */
export function getBook(state: Pick<EngineState, 'books'>, symbol: string): Book {
  return assertPresent(state.books.get(symbol), () => `${symbol} is listed`);
}
