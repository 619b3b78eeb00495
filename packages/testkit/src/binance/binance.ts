// A stand-in for Binance's public market data: market streams at /ws and klines, in the shapes of
// its documentation, with its limits.
import { startVendorHost } from '#vendor-host/vendor-host.ts';
import type { Misbehaviour, VendorRequest } from '#vendor-host/vendor-host.ts';
import { createCandleShelf } from '#vendor-host/vendor-candle.ts';
import type { VendorCandle } from '#vendor-host/vendor-candle.ts';
import { answerKlines } from './klines.ts';
import { createStreams } from './streams.ts';

export type BinanceServerOptions = {
  /** The time by which messages a second are counted; the machine's by default. */
  readonly nowMs?: () => number;
  /** How often a ping frame is sent; 20,000 by default, 0 is never by itself. */
  readonly pingEveryMs?: number;
};

export type BinanceQuote = {
  readonly bid: string;
  readonly ask: string;
  /** The book's update id; one more than the last by default. */
  readonly updateId?: number;
};

export type BinanceServer = Misbehaviour & {
  readonly streamUrl: string;
  readonly restUrl: string;
  /** Streams open now, and ever. */
  readonly connectionCount: number;
  readonly openedCount: number;
  /** TCP connections open now, idle ones for data included. */
  readonly socketCount: number;
  readonly requests: readonly VendorRequest[];
  /** Stream names, of every open connection together. */
  readonly subscriptions: readonly string[];
  /** Sends a quote to whoever subscribed to it. Gives how many did. */
  quote(code: string, quote: BinanceQuote): number;
  setCandles(code: string, interval: string, candles: readonly VendorCandle[]): void;
  /** Sends any text to every connection. */
  sendRaw(text: string | Uint8Array): void;
  ping(): void;
  /** Says that the server is about to go; the connections stay. */
  announceShutdown(): void;
  /** Ends every connection as at the age of 24 hours. */
  disconnectDaily(): void;
  /** From now on subscriptions get an error, or no answer at all. */
  answerSubscriptions(how: 'granted' | 'refused' | 'unanswered'): void;
  close(): Promise<void>;
};

const PING_EVERY_MS = 20_000;

export async function startBinanceServer(
  options: BinanceServerOptions = {},
): Promise<BinanceServer> {
  const shelf = createCandleShelf();
  const host = await startVendorHost({ answer: (request) => answerKlines(request, shelf) });
  const streams = createStreams(host, options.nowMs ?? Date.now);
  const pingEveryMs = options.pingEveryMs ?? PING_EVERY_MS;
  const timer = pingEveryMs > 0 ? setInterval(streams.ping, pingEveryMs).unref() : undefined;
  return {
    ...host.misbehaviour,
    streamUrl: `ws://127.0.0.1:${host.port}`,
    restUrl: `http://127.0.0.1:${host.port}`,
    requests: host.requests,
    get socketCount() {
      return host.socketCount;
    },
    get connectionCount() {
      return streams.connectionCount;
    },
    get openedCount() {
      return streams.openedCount;
    },
    get subscriptions() {
      return streams.subscriptions;
    },
    quote: streams.quote,
    sendRaw: streams.sendRaw,
    ping: streams.ping,
    announceShutdown: streams.announceShutdown,
    disconnectDaily: streams.disconnectDaily,
    answerSubscriptions: streams.answerSubscriptions,
    setCandles(code, interval, candles) {
      shelf.set(code, interval, candles);
    },
    close() {
      clearInterval(timer);
      return host.close();
    },
  };
}
