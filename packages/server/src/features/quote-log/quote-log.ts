// The quote log: writes accepted and rejected quotes every few seconds, without delaying them.
import type { Quote } from '@halyard/core/instrument';
import type { Market, RejectedQuote } from '@halyard/market';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import { insertBlocks, insertRejected, pruneBlocks, pruneRejected } from './quote-log-store.ts';
import { createQuoteBlocks } from './quote-blocks.ts';
import type { QuoteBlock } from './quote-blocks.ts';

export { auditQuotes } from './audit-quotes.ts';
export type { QuoteAudit } from './audit-quotes.ts';
export { BLOCK_QUOTES_MAX } from './quote-blocks.ts';
export { listLastQuotes } from './quote-log-store.ts';

const WRITE_INTERVAL_MS = 10_000;
const BLOCKS_PER_STATEMENT = 500;
const REJECTED_PER_WRITE_MAX = 1_000;
/** The number of writes between two checks of the limits. */
const WRITES_PER_PRUNE = 60;

export type QuoteLogOptions = {
  readonly db: Pick<Database, 'query'>;
  readonly log: Log;
};

/** Owns the timer and pending rows; `close` writes them. */
export class QuoteLog {
  readonly #options: QuoteLogOptions;
  readonly #blocks = createQuoteBlocks();
  readonly #symbols = new Set<string>();
  #rejected: RejectedQuote[] = [];
  #leftOut = 0;
  #writes = 0;
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #ends: readonly (() => void)[] = [];

  constructor(options: QuoteLogOptions) {
    this.#options = options;
  }

  /**
   * Starts logging. The symbols' last quotes are logged, too, because trading uses them until the
   * next.
   */
  open(market: Pick<Market, 'quote' | 'onQuote' | 'onRejected'>, symbols: Iterable<string>): void {
    for (const symbol of symbols) {
      const quote = market.quote(symbol);
      if (quote !== undefined) this.#noteQuote(quote);
    }
    this.#ends = [
      market.onQuote((quote) => this.#noteQuote(quote)),
      market.onRejected((rejected) => this.#noteRejected(rejected)),
    ];
    this.#timer = setInterval(() => void this.flush(), WRITE_INTERVAL_MS);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    for (const end of this.#ends) end();
    await this.flush();
  }

  /**
   * Writes the pending rows, after the current write. After an Outage, which is logged, they stay
   * pending.
   */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      try {
        await this.#writeQuotes();
        await this.#writeRejected();
        await this.#pruneIfDue();
      } catch (err) {
        this.#options.log.warn({ err }, 'quotes could not be logged');
      }
    });
    return this.#writing;
  }

  #noteQuote(quote: Quote): void {
    if (!this.#blocks.add(quote)) this.#leftOut += 1;
  }

  // Records a rejected quote. Those of a closed market are expected and omitted; of the others, the
  // first ones are stored.
  #noteRejected(rejected: RejectedQuote): void {
    if (rejected.reason === 'closed' || rejected.reason === 'split') return;
    if (this.#rejected.length < REJECTED_PER_WRITE_MAX) this.#rejected.push(rejected);
    else this.#leftOut += 1;
  }

  async #writeQuotes(): Promise<void> {
    const blocks = this.#blocks.take();
    for (const { symbol } of blocks) this.#symbols.add(symbol);
    for (let from = 0; from < blocks.length; from += BLOCKS_PER_STATEMENT) {
      await this.#insert(blocks, from);
    }
    if (this.#leftOut === 0) return;
    this.#options.log.warn({ count: this.#leftOut }, 'quotes were left out of the log');
    this.#leftOut = 0;
  }

  async #insert(blocks: readonly QuoteBlock[], from: number): Promise<void> {
    try {
      await insertBlocks(this.#options.db, blocks.slice(from, from + BLOCKS_PER_STATEMENT));
    } catch (error) {
      this.#blocks.putBack(blocks.slice(from));
      throw error;
    }
  }

  async #writeRejected(): Promise<void> {
    const rejected = this.#rejected;
    if (rejected.length === 0) return;
    this.#rejected = [];
    try {
      await insertRejected(this.#options.db, rejected);
    } catch (error) {
      this.#rejected = [...rejected, ...this.#rejected].slice(0, REJECTED_PER_WRITE_MAX);
      throw error;
    }
  }

  async #pruneIfDue(): Promise<void> {
    this.#writes += 1;
    if (this.#writes % WRITES_PER_PRUNE !== 1) return;
    for (const symbol of this.#symbols) await pruneBlocks(this.#options.db, symbol);
    await pruneRejected(this.#options.db);
  }
}
