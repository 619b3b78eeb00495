// Quotes and candles: one channel for each streamed symbol, or symbol and timeframe.
import { randomBytes } from 'node:crypto';
import { PRICE_INTERVAL_MS } from '@halyard/contract/live';
import { TIMEFRAMES } from '@halyard/contract/market';
import type { Timeframe } from '@halyard/contract/market';
import type { Instrument } from '@halyard/core/instrument';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, WEEK_MS } from '@halyard/core/time';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import { Outage } from '#platform/outage/outage.ts';
import type { AccountsTrading } from '../accounts-trading.ts';
import { toCandle, toQuote } from '../to-v1.ts';
import { LatestChannel } from './latest-channel.ts';

const STREAM_ID_BYTES = 12;
const CANDLES_EVERY_MS = SECOND_MS;
/** How many candles a frame contains: the last completed one and the current one. */
const CANDLES_SHOWN = 2;
/**
 * The maximum number of candle channels of all connections together, each of which is read every
 * second.
 */
const CANDLE_CHANNELS_MAX = 500;
const WEEKEND_MS = 4 * DAY_MS;

export type MarketChannelsOptions = {
  readonly tradingOf: AccountsTrading<'desk'>;
  readonly listed: ReadonlyMap<string, Instrument>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn' | 'error'>;
};

export class MarketChannels {
  readonly #options: MarketChannelsOptions;
  readonly #stream = randomBytes(STREAM_ID_BYTES).toString('base64url');
  readonly #quotes = new Map<string, LatestChannel>();
  readonly #candles = new Map<string, LatestChannel>();
  readonly #timers: readonly NodeJS.Timeout[];
  #isReading = false;

  constructor(options: MarketChannelsOptions) {
    this.#options = options;
    this.#timers = [
      setInterval(() => this.#publishQuotes(), PRICE_INTERVAL_MS).unref(),
      setInterval(() => void this.#readCandles(), CANDLES_EVERY_MS).unref(),
    ];
  }

  /** Returns the channel of a symbol's quotes; undefined for a symbol that is not listed. */
  openQuotes(symbol: string): LatestChannel | undefined {
    if (!this.#options.listed.has(symbol)) return undefined;
    const channel = this.#open(this.#quotes, `quotes:${symbol}`, symbol);
    this.#publishQuote(symbol, channel);
    return channel;
  }

  /**
   * Returns the channel of a symbol's candles; `too-many` when all connections together stream the
   * maximum.
   */
  openCandles(symbol: string, timeframe: string): LatestChannel | 'too-many' | undefined {
    if (!this.#options.listed.has(symbol)) return undefined;
    const key = `${symbol}:${timeframe}`;
    if (!this.#candles.has(key) && this.#candles.size >= CANDLE_CHANNELS_MAX) return 'too-many';
    const isNew = !this.#candles.has(key);
    const channel = this.#open(this.#candles, `candles:${key}`, key);
    if (isNew) void this.#readCandle(key, channel);
    return channel;
  }

  /** Removes channels without a client. */
  cleanup(): void {
    for (const channels of [this.#quotes, this.#candles]) {
      for (const [key, channel] of channels) if (!channel.isUsed) channels.delete(key);
    }
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  #open(channels: Map<string, LatestChannel>, name: string, key: string): LatestChannel {
    const known = channels.get(key);
    if (known !== undefined) return known;
    const { clock } = this.#options;
    // A channel that was removed numbers its frames from one again, so it gets a new stream id.
    const stream = `${this.#stream}-${clock.nowMs().toString(36)}`;
    const channel = new LatestChannel({ name, stream, nowMs: () => clock.nowMs() });
    channels.set(key, channel);
    return channel;
  }

  #publishQuotes(): void {
    for (const [symbol, channel] of this.#quotes) this.#publishQuote(symbol, channel);
  }

  #publishQuote(symbol: string, channel: LatestChannel): void {
    const { tradingOf, listed } = this.#options;
    const quote = tradingOf.live.desk.listQuotes()[symbol];
    const instrument = listed.get(symbol);
    if (quote === undefined || instrument === undefined) return;
    channel.publish(toQuote(symbol, quote, instrument.decimals));
  }

  async #readCandles(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    for (const [key, channel] of this.#candles) {
      if (channel.isUsed) await this.#readCandle(key, channel);
    }
    this.#isReading = false;
  }

  async #readCandle(key: string, channel: LatestChannel): Promise<void> {
    const [symbol = '', sent = ''] = key.split(':');
    const timeframe = TIMEFRAMES.find((one) => one === sent);
    const instrument = this.#options.listed.get(symbol);
    if (timeframe === undefined || instrument === undefined) return;
    const to = this.#options.clock.nowMs();
    const range = { from: to - CANDLES_SHOWN * lengthOf(timeframe) - WEEKEND_MS, to };
    try {
      const answer = await this.#options.tradingOf.live.desk.listCandles({
        symbol,
        timeframe,
        ...range,
      });
      if (answer.kind === 'refused') return;
      const shown = answer.data.slice(-CANDLES_SHOWN);
      const candles = shown.map((one) => toCandle(one, instrument.decimals));
      channel.publish({ symbol, timeframe, candles });
    } catch (error) {
      const entry = { err: error, symbol, timeframe };
      if (error instanceof Outage) this.#options.log.warn(entry, 'candles are not streamed');
      else this.#options.log.error(entry, 'candles could not be streamed');
    }
  }
}

const UNITS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: WEEK_MS };

function lengthOf(timeframe: Timeframe): number {
  return Number.parseInt(timeframe, 10) * (UNITS[timeframe.slice(-1)] ?? DAY_MS);
}
