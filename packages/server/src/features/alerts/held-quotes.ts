// What symbols were quoted at while nobody could say what the quotes reach: of each symbol the highest
// and the lowest of either side, for no other quote reaches anything that none of these reaches.
import type { Quote } from '@halyard/core/instrument';

const RANKS: readonly ((quote: Quote) => number)[] = [
  ({ buyPoints }) => buyPoints,
  ({ buyPoints }) => -1 * buyPoints,
  ({ sellPoints }) => sellPoints,
  ({ sellPoints }) => -1 * sellPoints,
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

  /** Gives them, each symbol's in the order in which they came, and forgets them. */
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
