// The client of the Halyard trading API.
import { followAccount, type AccountFollower } from './follow-account.ts';
import { followLatest } from './follow-latest.ts';
import { Api } from './generated/api.ts';
import type { Candle, CandleUpdate, Quote } from './generated/types.ts';
import { StreamConnection } from './stream-connection.ts';
import { sendRequest, type Operation, type Request, type TransportOptions } from './transport.ts';

export { ApiError, ConnectionError, HalyardError } from './errors.ts';
export { verifyWebhook, type WebhookMessage } from './verify-webhook.ts';
export { API_VERSION } from './generated/api.ts';
export type { AccountEvent } from './account-state.ts';
export type { AccountFollower } from './follow-account.ts';
export type { CallOptions, FileReply } from './transport.ts';
export type * from './generated/types.ts';

const TIMEOUT_MS = 10_000;
const RETRIES_MAX = 4;
const SILENCE_MS = 3_000;

export type HalyardOptions = {
  /** The broker's address, such as `https://broker.example`. */
  readonly url: string;
  /** An API key from your profile, `hk_…`. */
  readonly key: string;
  /** The timeout of each attempt of a request; 10 seconds if absent. */
  readonly timeoutMs?: number;
  /** How often a failed request is retried, if a retry is safe; 4 times if absent. */
  readonly retriesMax?: number;
  /** A stream without a frame for this time counts as broken; 3 seconds if absent. */
  readonly silenceMs?: number;
};

export class Halyard extends Api {
  readonly #transport: TransportOptions;
  readonly #connection: StreamConnection;

  constructor(options: HalyardOptions) {
    super();
    const { url, key } = options;
    const { timeoutMs = TIMEOUT_MS, retriesMax = RETRIES_MAX, silenceMs = SILENCE_MS } = options;
    this.#transport = { url, key, timeoutMs, retriesMax };
    this.#connection = new StreamConnection({ url, key, silenceMs });
  }

  /**
   * The events of an account. None is missed or repeated, even if the connection is interrupted.
   */
  followAccount(accountId: string): AccountFollower {
    return followAccount({ api: this, connection: this.#connection, accountId });
  }

  /** The latest quote of an instrument, then each new one. */
  followQuotes(symbol: string): AsyncIterable<Quote> {
    return followLatest<Quote>(this.#connection, `quotes:${symbol}`);
  }

  /** The last completed candle and the current one, after each change. */
  async *followCandles(
    symbol: string,
    timeframe: CandleUpdate['timeframe'],
  ): AsyncGenerator<readonly Candle[], void, undefined> {
    const updates = followLatest<CandleUpdate>(this.#connection, `candles:${symbol}:${timeframe}`);
    for await (const { candles } of updates) yield candles;
  }

  /** Ends all streams. */
  close(): void {
    this.#connection.close();
  }

  protected override async send<Reply>(operation: Operation, request: Request): Promise<Reply> {
    // The cast is safe: the operation's method declares the type of its reply.
    return (await sendRequest(this.#transport, operation, request)) as Reply;
  }
}
