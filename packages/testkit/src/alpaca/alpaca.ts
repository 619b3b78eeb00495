// A stand-in for Alpaca's market data: the stock stream and bars, in the shapes of its
// documentation, with the limits of its free plan.
import { createCandleShelf } from '#vendor-host/vendor-candle.ts';
import type { VendorCandle } from '#vendor-host/vendor-candle.ts';
import { startVendorHost } from '#vendor-host/vendor-host.ts';
import type { JsonAnswer, Misbehaviour, VendorRequest } from '#vendor-host/vendor-host.ts';
import { answerBars } from './bars.ts';
import { createStream } from './stream.ts';

export type AlpacaServerOptions = {
  readonly key: string;
  readonly secret: string;
  readonly nowMs?: () => number;
  /** What the plan lets a connection subscribe to; 30 by default. */
  readonly symbolsMax?: number;
  /** Symbols that exist; every one by default. */
  readonly symbols?: readonly string[];
};

export type AlpacaQuote = {
  /** JSON numbers, as text: 311.2. Zero is no quote on that side. */
  readonly bid: string;
  readonly ask: string;
  readonly atMs?: number;
};

export type AlpacaServer = Misbehaviour & {
  readonly streamUrl: string;
  readonly restUrl: string;
  /** Streams open now, and ever. */
  readonly connectionCount: number;
  readonly openedCount: number;
  readonly socketCount: number;
  readonly requests: readonly VendorRequest[];
  readonly subscriptions: readonly string[];
  quote(code: string, quote: AlpacaQuote): number;
  setCandles(code: string, timeframe: string, candles: readonly VendorCandle[]): void;
  /** Sends any text to every connection. */
  sendRaw(text: string | Uint8Array): void;
  /** Sends an error of the stream's protocol, such as 407, 'slow client'. */
  sendError(code: number, msg: string): void;
  /** From now on the key is another one. */
  revokeKey(): void;
  /** No greeting, no answer. */
  silence(isSilent: boolean): void;
  close(): Promise<void>;
};

export async function startAlpacaServer(options: AlpacaServerOptions): Promise<AlpacaServer> {
  const shelf = createCandleShelf();
  let isKeyValid = true;
  const isKnown = (key: unknown, secret: unknown): boolean =>
    isKeyValid && key === options.key && secret === options.secret;
  const answer = (request: VendorRequest): JsonAnswer | undefined => {
    const { headers } = request;
    if (!isKnown(headers['apca-api-key-id'], headers['apca-api-secret-key'])) {
      return { status: 403, body: { message: 'forbidden.' } };
    }
    return answerBars(request, shelf);
  };
  const host = await startVendorHost({ answer });
  const stream = createStream(host, { ...options, isKnown });
  return {
    ...host.misbehaviour,
    streamUrl: `ws://127.0.0.1:${host.port}`,
    restUrl: `http://127.0.0.1:${host.port}`,
    requests: host.requests,
    get socketCount() {
      return host.socketCount;
    },
    get connectionCount() {
      return stream.connectionCount;
    },
    get openedCount() {
      return stream.openedCount;
    },
    get subscriptions() {
      return stream.subscriptions;
    },
    quote: stream.quote,
    sendRaw: stream.sendRaw,
    sendError: stream.sendError,
    silence: stream.silence,
    revokeKey() {
      isKeyValid = false;
    },
    setCandles(code, timeframe, candles) {
      shelf.set(code, timeframe, candles);
    },
    close: () => host.close(),
  };
}
