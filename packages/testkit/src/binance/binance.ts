// A simulator of Binance's public market data: market streams at /ws and klines, in the shapes of
// its documentation, with its limits.
import { startVendorHost } from '#vendor-host/vendor-host.ts';
import { createCandleShelf } from '#vendor-host/vendor-candle.ts';
import { answerKlines } from './klines.ts';
import { createStreams } from './streams.ts';
import type { BinanceServer } from './binance-server.ts';

export type { BinanceQuote, BinanceServer } from './binance-server.ts';

export type BinanceServerOptions = {
  /** The clock by which messages per second are counted; the machine's by default. */
  readonly nowMs?: () => number;
  /** The interval of ping frames; 20,000 ms by default, 0 sends none automatically. */
  readonly pingEveryMs?: number;
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
