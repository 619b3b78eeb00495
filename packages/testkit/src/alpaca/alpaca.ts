// A simulator of Alpaca's market data: the stock stream and bars, in the shapes of its
// documentation, with the limits of its free plan.
import { createCandleShelf } from '#vendor-host/vendor-candle.ts';
import { startVendorHost } from '#vendor-host/vendor-host.ts';
import type { JsonAnswer, VendorRequest } from '#vendor-host/vendor-host.ts';
import { answerBars } from './bars.ts';
import { createStream } from './stream.ts';
import type { AlpacaServerOptions, AlpacaServer } from './alpaca-server.ts';

export type { AlpacaServerOptions, AlpacaQuote, AlpacaServer } from './alpaca-server.ts';

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
