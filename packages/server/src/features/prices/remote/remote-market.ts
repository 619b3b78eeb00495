// The market of another program: its last prices and states. While it is silent, no symbol is live.
import type { SymbolMarket } from '@halyard/core/engine';
import type { Quote, SymbolState } from '@halyard/core/instrument';
import { points } from '@halyard/core/instrument';
import { SECOND_MS } from '@halyard/core/time';
import type { MarketGap, MarketView, StateChange } from '@halyard/market';
import { Outage } from '#platform/outage/outage.ts';
import { followBooks } from './follow-books.ts';
import type { FollowMarket, Intake, IntakeOptions, MarketSink } from './intake.ts';
import {
  CandlesReply,
  DetailsReply,
  MARKET_SUBJECTS,
  toCandles,
  toQuote,
  toRejectionCounts,
  toRejections,
} from './market-wire.ts';
import type { Change, Details, SnapshotReply, SymbolBook } from './market-wire.ts';

/** How often day changes, spark lines and rejected quotes are read. */
const DETAILS_MS = 10 * SECOND_MS;
const REQUEST_TIMEOUT_MS = 5 * SECOND_MS;

export type RemoteMarketOptions = IntakeOptions & {
  /** How the prices arrive; combined unless every price is needed. */
  readonly follow?: FollowMarket;
};

const NO_DETAILS: Details = { charts: [], rejections: [], rejectionCounts: [] };
const CLOSED = { isOpen: false, nextOpenAtMs: null, nextCloseAtMs: null };
const UNKNOWN = { quote: null, valuedAt: null, state: 'none', session: CLOSED } as const;

export class RemoteMarket implements MarketView, MarketSink {
  readonly #options: RemoteMarketOptions;
  readonly #books = new Map<string, SymbolBook>();
  readonly #real = new Map<string, boolean>();
  readonly #quoteListeners = new Set<(quote: Quote) => void>();
  readonly #stateListeners = new Set<(change: StateChange) => void>();
  readonly #gapListeners = new Set<(gap: MarketGap) => void>();
  readonly #intake: Intake;
  readonly #endDetails: () => void;
  #details = NO_DETAILS;
  #isSilent = true;
  #hasBeenHeard = false;

  constructor(options: RemoteMarketOptions) {
    this.#options = options;
    const timer = setInterval(() => void this.#readDetails(), DETAILS_MS);
    this.#endDetails = () => clearInterval(timer);
    const follow = options.follow ?? followBooks(options);
    this.#intake = follow(this);
  }

  quote(symbol: string): Quote | undefined {
    return toQuote(this.#books.get(symbol)?.quote ?? null);
  }

  state(symbol: string): SymbolState {
    const { state, quote } = this.#books.get(symbol) ?? UNKNOWN;
    // A market that has just begun has no quote of a symbol yet.
    if (state === 'none' && quote !== null) return 'stale';
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

  onGap(listener: (gap: MarketGap) => void): () => void {
    this.#gapListeners.add(listener);
    return () => void this.#gapListeners.delete(listener);
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
    await this.#intake.refresh();
  }

  close(): void {
    this.#endDetails();
    this.#intake.end();
  }

  show({ books, real }: Omit<SnapshotReply, 'epoch'>): void {
    for (const book of books) this.put(book);
    for (const [symbol, isReal] of real) this.#real.set(symbol, isReal);
    void this.#readDetails();
  }

  put(book: SymbolBook): void {
    const { symbol } = book;
    const before = this.#books.get(symbol);
    const previous = this.state(symbol);
    this.#books.set(symbol, { ...book, quote: book.quote ?? before?.quote ?? null });
    const quote = toQuote(book.quote);
    if (quote !== undefined && quote.sequence !== before?.quote?.sequence) this.#tellQuote(quote);
    const state = this.state(symbol);
    if (state !== previous) this.#tellState({ symbol, state, previous });
  }

  change(change: Change): void {
    const symbol = change.kind === 'quote' ? change.quote.symbol : change.symbol;
    const book = this.#books.get(symbol) ?? { ...UNKNOWN, symbol };
    const previous = this.state(symbol);
    if (change.kind === 'quote') {
      const quote = toQuote(change.quote);
      this.#books.set(symbol, { ...book, quote: change.quote });
      if (quote !== undefined) this.#tellQuote(quote);
      return;
    }
    this.#books.set(symbol, { ...book, state: change.state, session: change.session });
    // Also without another state, because the time at which it ends may have changed.
    this.#tellState({ symbol, state: this.state(symbol), previous });
  }

  setSilent(isSilent: boolean): void {
    if (this.#isSilent === isSilent) return;
    this.#isSilent = isSilent;
    const { log } = this.#options;
    if (isSilent) log.warn('the market of another program is silent: its prices are stale');
    else log.info('the market of another program answers');
    const state = isSilent ? 'stale' : 'live';
    const previous = isSilent ? 'live' : 'stale';
    for (const [symbol, book] of this.#books) {
      if (book.state === 'live') this.#tellState({ symbol, state, previous });
    }
    if (this.#hasBeenHeard || isSilent) return;
    this.#hasBeenHeard = true;
    void this.#readDetails();
  }

  gap(gap: MarketGap): void {
    for (const listener of this.#gapListeners) listener(gap);
  }

  #tellQuote(quote: Quote): void {
    for (const listener of this.#quoteListeners) listener(quote);
  }

  #tellState(change: Omit<StateChange, 'atMs'>): void {
    const atMs = this.#options.clock.nowMs();
    for (const listener of this.#stateListeners) listener({ ...change, atMs });
  }

  async #readDetails(): Promise<void> {
    if (this.#isSilent) return;
    try {
      const how = { schema: DetailsReply, timeoutMs: REQUEST_TIMEOUT_MS };
      this.#details = await this.#options.messages.request(MARKET_SUBJECTS.details, {}, how);
    } catch (error) {
      // The next round reads again.
      if (!(error instanceof Outage)) {
        this.#options.log.error({ err: error }, 'prices were not read');
      }
    }
  }
}
