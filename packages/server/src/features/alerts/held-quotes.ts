// Quotes that arrive while it is unknown which alerts they reach. Per symbol, only the quotes with
// the highest and lowest bid and ask are stored, because no other quote can reach more alerts.
import type { Quote } from '@halyard/core/instrument';

const RANKS: readonly ((quote: Quote) => number)[] = [
  ({ askPoints }) => askPoints,
  ({ askPoints }) => -1 * askPoints,
  ({ bidPoints }) => bidPoints,
  ({ bidPoints }) => -1 * bidPoints,
];

export class HeldQuotes {
  readonly #quotes = new Map<string, readonly Quote[]>();

  note(quote: Quote): void {
    const quotes = [...(this.#quotes.get(quote.symbol) ?? []), quote];
    const kept = new Set(RANKS.map((rank) => findFirstMost(quotes, rank)));
    this.#quotes.set(
      quote.symbol,
      quotes.filter((each) => kept.has(each)),
    );
  }

  /** Returns and clears the held quotes, each symbol's in order of arrival. */
  take(): readonly Quote[] {
    const quotes = [...this.#quotes.values()].flat();
    this.#quotes.clear();
    return quotes;
  }
}

function findFirstMost(
  quotes: readonly Quote[],
  rank: (quote: Quote) => number,
): Quote | undefined {
  const most = Math.max(...quotes.map(rank));
  return quotes.find((quote) => rank(quote) === most);
}
