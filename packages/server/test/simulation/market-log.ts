// What one program was told of the market, kept apart from the program: which quotes there were,
// and whether one could trade at them.
import type { MarketCommand, Night } from '@halyard/core/engine';
import type { Quote, SymbolState } from '@halyard/core/instrument';
import type { FillQuote } from './fill-quote.ts';

export type MarketMoment = {
  readonly quotes: Readonly<Record<string, Quote>>;
  readonly states: Readonly<Record<string, SymbolState>>;
};

export class MarketLog {
  nights: readonly Night[] = [];
  readonly moments: MarketMoment[] = [{ quotes: {}, states: {} }];
  /** By sequence: the symbol was live at some moment while this was its last quote. */
  readonly #live = new Set<number>();
  readonly #quotes = new Map<number, Quote>();
  /** The quotes that came while their symbols were live. */
  readonly liveTicks: Quote[] = [];

  get now(): MarketMoment {
    const last = this.moments.at(-1);
    if (last === undefined) throw new Error('There is always a moment.');
    return last;
  }

  /** Whether it changed anything: a quote that is not newer does not. */
  note(command: MarketCommand): boolean {
    const { quotes, states } = this.now;
    if (command.kind === 'set-symbol-state') {
      const { symbol, state } = command;
      this.moments.push({ quotes, states: { ...states, [symbol]: state } });
      const quote = quotes[symbol];
      if (state === 'live' && quote !== undefined) this.#live.add(quote.sequence);
      return true;
    }
    if (command.kind === 'set-nights') this.nights = command.nights;
    if (command.kind !== 'accept-tick') return false;
    const { quote } = command;
    const { symbol, sequence } = quote;
    if ((quotes[symbol]?.sequence ?? -1) >= sequence) return false;
    this.#quotes.set(sequence, quote);
    if (states[symbol] === 'live') {
      this.#live.add(sequence);
      this.liveTicks.push(quote);
    }
    this.moments.push({ quotes: { ...quotes, [symbol]: quote }, states });
    return true;
  }

  /** The quote with this number, when one could trade at it. */
  findTraded(sequence: number): Quote | undefined {
    return this.#live.has(sequence) ? this.#quotes.get(sequence) : undefined;
  }
}

/** Whether one could trade at a quote that was given. */
export function isTraded(log: MarketLog, symbol: string, quote: FillQuote): boolean {
  const known = log.findTraded(quote.sequence);
  return (
    known?.symbol === symbol &&
    known.bidPoints === quote.bidPoints &&
    known.askPoints === quote.askPoints &&
    known.receivedAtMs === quote.receivedAtMs
  );
}
