// The market of another program: its last prices and states. While it is silent, no symbol is live.
import type { SymbolMarket } from '@halyard/core/engine';
import type { Instrument, Quote, SymbolState } from '@halyard/core/instrument';
import { points } from '@halyard/core/instrument';
import { SECOND_MS } from '@halyard/core/time';
import type { MarketView, StateChange } from '@halyard/market';
import type * as z from 'zod/mini';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Messages } from '#platform/messages/messages.ts';
import { Outage } from '#platform/outage/outage.ts';
import {
  BookMessage,
  CandlesReply,
  DetailsReply,
  MARKET_SUBJECTS,
  SnapshotReply,
  toCandles,
  toQuote,
  toRejectionCounts,
  toRejections,
} from './market-wire.ts';
import type { Details, SymbolBook } from './market-wire.ts';

/** After this time without a message, prices count as stale. */
const SILENCE_MS = 2 * SECOND_MS;
const POLL_MS = 250;
/** How often day changes, spark lines and rejected quotes are read. */
const DETAILS_MS = 10 * SECOND_MS;
const REQUEST_TIMEOUT_MS = 5 * SECOND_MS;

export type RemoteMarketOptions = {
  readonly messages: Pick<Messages, 'request' | 'subscribe' | 'onGap' | 'isConnected'>;
  readonly instruments: readonly Instrument[];
  readonly clock: Clock;
  readonly log: Pick<Log, 'error' | 'warn' | 'info'>;
};

const NO_DETAILS: Details = { charts: [], rejections: [], rejectionCounts: [] };
const CLOSED = { isOpen: false, nextOpenAtMs: null, nextCloseAtMs: null };

export class RemoteMarket implements MarketView {
  readonly #options: RemoteMarketOptions;
  readonly #books = new Map<string, SymbolBook>();
  readonly #real = new Map<string, boolean>();
  readonly #quoteListeners = new Set<(quote: Quote) => void>();
  readonly #stateListeners = new Set<(change: StateChange) => void>();
  readonly #ends: readonly (() => void)[];
  #details = NO_DETAILS;
  #last: z.infer<typeof BookMessage> | undefined;
  #heardAtMs = Number.NEGATIVE_INFINITY;
  #isSilent = true;
  #isReading = false;

  constructor(options: RemoteMarketOptions) {
    const { messages } = options;
    this.#options = options;
    const silence = setInterval(() => this.#checkSilence(), POLL_MS);
    const details = setInterval(() => void this.#readDetails(), DETAILS_MS);
    this.#ends = [
      () => clearInterval(silence),
      () => clearInterval(details),
      messages.subscribe(MARKET_SUBJECTS.book, BookMessage, (message) => this.#hear(message)).end,
      messages.onGap(() => void this.#readAll()),
    ];
  }

  quote(symbol: string): Quote | undefined {
    return toQuote(this.#books.get(symbol)?.quote ?? null);
  }

  state(symbol: string): SymbolState {
    const state = this.#books.get(symbol)?.state ?? 'none';
    return this.#isSilent && state === 'live' ? 'stale' : state;
  }

  session(symbol: string): ReturnType<MarketView['session']> {
    return this.#books.get(symbol)?.session ?? CLOSED;
  }

  /** Returns the engine's last quote and state of a symbol. */
  engineMarket(symbol: string): Readonly<SymbolMarket> {
    const book = this.#books.get(symbol);
    return {
      quote: toQuote(book?.quote ?? book?.valuedAt ?? null),
      state: this.state(symbol),
      closesAtMs: book?.session.nextCloseAtMs ?? null,
    };
  }

  isReal(symbol: string): boolean | undefined {
    return this.#real.get(symbol);
  }

  onQuote(listener: (quote: Quote) => void): () => void {
    this.#quoteListeners.add(listener);
    return () => void this.#quoteListeners.delete(listener);
  }

  onState(listener: (change: StateChange) => void): () => void {
    this.#stateListeners.add(listener);
    return () => void this.#stateListeners.delete(listener);
  }

  /** The program that runs the market counts rejected quotes. */
  onRejected(): () => void {
    return () => undefined;
  }

  /** The program that runs the market notifies the operator. */
  onAlert(): () => void {
    return () => undefined;
  }

  recentRejections(): ReturnType<MarketView['recentRejections']> {
    return toRejections(this.#details);
  }

  rejectionCounts(): ReturnType<MarketView['rejectionCounts']> {
    return toRejectionCounts(this.#details);
  }

  async candles(request: Parameters<MarketView['candles']>[0]): ReturnType<MarketView['candles']> {
    const how = { schema: CandlesReply, timeoutMs: REQUEST_TIMEOUT_MS };
    return toCandles(await this.#options.messages.request(MARKET_SUBJECTS.candles, request, how));
  }

  dayChangePercent(symbol: string): number | undefined {
    return this.#details.charts.find((one) => one.symbol === symbol)?.changePercent ?? undefined;
  }

  spark(symbol: string): ReturnType<MarketView['spark']> {
    const chart = this.#details.charts.find((one) => one.symbol === symbol);
    return (chart?.spark ?? []).map(points);
  }

  /** Reads every symbol now. Throws an Outage. */
  async refresh(): Promise<void> {
    const how = { schema: SnapshotReply, timeoutMs: REQUEST_TIMEOUT_MS };
    const { messages } = this.#options;
    const { books, real } = await messages.request(MARKET_SUBJECTS.snapshot, {}, how);
    for (const book of books) this.#put(book);
    for (const [symbol, isReal] of real) this.#real.set(symbol, isReal);
  }

  close(): void {
    for (const end of this.#ends) end();
  }

  #hear(message: z.infer<typeof BookMessage>): void {
    const last = this.#last;
    this.#last = message;
    this.#heardAtMs = performance.now();
    for (const book of message.books) this.#put(book);
    if (this.#isSilent) {
      this.#isSilent = false;
      this.#options.log.info('the market of another program answers');
      this.#tellStates('live');
    }
    const isNext = last?.source === message.source && last.beat + 1 === message.beat;
    if (!isNext) void this.#readAll();
  }

  #put(book: SymbolBook): void {
    const { symbol } = book;
    const before = this.#books.get(symbol);
    const previous = this.state(symbol);
    this.#books.set(symbol, book);
    const quote = toQuote(book.quote);
    if (quote !== undefined && quote.sequence !== before?.quote?.sequence) {
      for (const listener of this.#quoteListeners) listener(quote);
    }
    const state = this.state(symbol);
    if (state !== previous) this.#tellState({ symbol, state, previous });
  }

  #checkSilence(): void {
    const isHeard =
      this.#options.messages.isConnected() && performance.now() - this.#heardAtMs < SILENCE_MS;
    if (this.#isSilent || isHeard) return;
    this.#isSilent = true;
    this.#options.log.warn('the market of another program is silent: its prices are stale');
    this.#tellStates('stale');
  }

  /** Reports the symbols that became live or stale because the market is heard again or silent. */
  #tellStates(state: 'live' | 'stale'): void {
    const previous = state === 'live' ? 'stale' : 'live';
    for (const [symbol, book] of this.#books) {
      if (book.state === 'live') this.#tellState({ symbol, state, previous });
    }
  }

  #tellState(change: Omit<StateChange, 'atMs'>): void {
    const atMs = this.#options.clock.nowMs();
    for (const listener of this.#stateListeners) listener({ ...change, atMs });
  }

  /** Reads every symbol, because messages may have been missed. */
  async #readAll(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    await this.#try(async () => await this.refresh());
    this.#isReading = false;
    await this.#readDetails();
  }

  async #readDetails(): Promise<void> {
    if (this.#isSilent) return;
    await this.#try(async () => {
      const how = { schema: DetailsReply, timeoutMs: REQUEST_TIMEOUT_MS };
      this.#details = await this.#options.messages.request(MARKET_SUBJECTS.details, {}, how);
    });
  }

  async #try(read: () => Promise<void>): Promise<void> {
    try {
      await read();
    } catch (error) {
      // The next message, or the next round, reads again.
      this.#last = undefined;
      if (!(error instanceof Outage))
        this.#options.log.error({ err: error }, 'prices were not read');
    }
  }
}
