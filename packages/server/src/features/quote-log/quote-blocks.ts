// Quotes that wait to be logged, in bounded memory.
import type { Quote } from '@halyard/core/instrument';

/** The number of quotes in one row of the log. */
export const BLOCK_QUOTES_MAX = 256;
/**
 * The maximum number of waiting quotes while the database is unavailable; further ones are not
 * logged.
 */
export const QUOTES_WAITING_MAX = 100_000;

/** Quotes of one symbol and source with consecutive sequence numbers. */
export type QuoteBlock = {
  readonly symbol: string;
  readonly first_sequence: number;
  readonly source: string;
  readonly sell_points: number[];
  readonly buy_points: number[];
  readonly source_at_ms: number[];
  readonly received_at_ms: number[];
};

export type QuoteBlocks = {
  /** Adds a quote; false if it was dropped, because too many wait. */
  add(quote: Quote): boolean;
  /** Removes and returns all blocks; later quotes start new ones. */
  take(): readonly QuoteBlock[];
  /** Puts blocks back that could not be written. */
  putBack(blocks: readonly QuoteBlock[]): void;
};

export function createQuoteBlocks(): QuoteBlocks {
  let waiting: QuoteBlock[] = [];
  let waitingCount = 0;
  const newest = new Map<string, QuoteBlock>();
  return {
    add(quote) {
      if (waitingCount >= QUOTES_WAITING_MAX) return false;
      waitingCount += 1;
      const last = newest.get(quote.symbol);
      if (last !== undefined && isNext(last, quote)) {
        append(last, quote);
        return true;
      }
      const block = newBlock(quote);
      newest.set(quote.symbol, block);
      waiting.push(block);
      return true;
    },
    take() {
      const taken = waiting;
      waiting = [];
      waitingCount = 0;
      newest.clear();
      return taken;
    },
    putBack(blocks) {
      waiting = [...blocks, ...waiting];
      waitingCount += blocks.reduce((count, { sell_points }) => count + sell_points.length, 0);
    },
  };
}

function isNext(block: QuoteBlock, quote: Quote): boolean {
  const count = block.sell_points.length;
  const isFollowing = quote.sequence === block.first_sequence + count;
  return isFollowing && quote.source === block.source && count < BLOCK_QUOTES_MAX;
}

function newBlock(quote: Quote): QuoteBlock {
  const block: QuoteBlock = {
    symbol: quote.symbol,
    first_sequence: quote.sequence,
    source: quote.source,
    sell_points: [],
    buy_points: [],
    source_at_ms: [],
    received_at_ms: [],
  };
  append(block, quote);
  return block;
}

function append(block: QuoteBlock, quote: Quote): void {
  block.sell_points.push(quote.bidPoints);
  block.buy_points.push(quote.askPoints);
  block.source_at_ms.push(Math.floor(quote.sourceAtMs));
  block.received_at_ms.push(Math.floor(quote.receivedAtMs));
}
