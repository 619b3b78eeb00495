// The complete span of each layer: everything that the vendor or the quotes had is stored. Imported
// files don't count, because they can have gaps and lie anywhere.
import type { Candle } from '#candle/candle.ts';
import type { CandleStore, Layer, Span } from './candle-store.ts';

/** The stored complete spans by layer; writes within one span happen in order. */
export class Spans {
  readonly #store: Pick<CandleStore, 'span' | 'putSpan'>;
  readonly #known = new Map<string, Span | undefined>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: Pick<CandleStore, 'span' | 'putSpan'>) {
    this.#store = store;
  }

  find(layer: Layer): Promise<Span | undefined> {
    return this.#inTurn(() => this.#find(layer));
  }

  /**
   * Stores the candles, which are everything that exists in `range`. A range that touches the
   * complete span extends it; a separate one replaces it, and the former span is read again.
   */
  put(layer: Layer, candles: readonly Candle[], range: Span): Promise<void> {
    return this.#inTurn(async () => {
      const known = await this.#find(layer);
      await this.#write(layer, candles, known === undefined ? range : join(known, range));
    });
  }

  /** Stores everything from the end of the complete span up to `toMs`. */
  extend(layer: Layer, candles: readonly Candle[], toMs: number): Promise<void> {
    return this.#inTurn(async () => {
      const known = await this.#find(layer);
      const fromMs = known?.fromMs ?? candles[0]?.startMs ?? toMs;
      await this.#write(layer, candles, { fromMs, toMs: Math.max(known?.toMs ?? toMs, toMs) });
    });
  }

  async #find(layer: Layer): Promise<Span | undefined> {
    const key = keyOf(layer);
    if (!this.#known.has(key)) this.#known.set(key, await this.#store.span(layer));
    return this.#known.get(key);
  }

  async #write(layer: Layer, candles: readonly Candle[], span: Span): Promise<void> {
    await this.#store.putSpan(layer, candles, span);
    this.#known.set(keyOf(layer), span);
  }

  // Runs writes one after the other, because quotes and the back-fill extend both ends of the same
  // span.
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

function join(known: Span, range: Span): Span {
  const isApart = range.fromMs > known.toMs || range.toMs < known.fromMs;
  if (isApart) return range;
  const [fromMs, toMs] = [Math.min(known.fromMs, range.fromMs), Math.max(known.toMs, range.toMs)];
  return { fromMs, toMs };
}

function keyOf({ symbol, timeframe }: Layer): string {
  return `${symbol}|${timeframe}`;
}
