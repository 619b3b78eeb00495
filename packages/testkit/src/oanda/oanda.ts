// A simulator of OANDA's v20 API: the pricing stream, candles and the account's instruments, in the
// shapes of its documentation.
import { startVendorHost } from '#vendor-host/vendor-host.ts';
import type { JsonAnswer, VendorRequest } from '#vendor-host/vendor-host.ts';
import { createCandleShelf } from '#vendor-host/vendor-candle.ts';
import { answerCandles } from './candles.ts';
import { createPricing, listInstruments } from './pricing.ts';
import type { OandaServer } from './oanda-server.ts';

export type { OandaQuote, OandaServer } from './oanda-server.ts';

export type OandaServerOptions = {
  readonly token: string;
  readonly account: string;
  /** The instruments that the account can trade; all by default. */
  readonly instruments?: readonly string[];
  readonly nowMs?: () => number;
  /** The interval of heartbeats; 5,000 ms by default, 0 sends none automatically. */
  readonly heartbeatEveryMs?: number;
};

const HEARTBEAT_EVERY_MS = 5_000;

export async function startOandaServer(options: OandaServerOptions): Promise<OandaServer> {
  const { nowMs = Date.now } = options;
  const shelf = createCandleShelf();
  const access = createAccess(options);
  const pricing = createPricing({ nowMs, isFrozen: (socket) => host.isFrozen(socket) });
  const host = await startVendorHost({
    stream(request, response) {
      const isGranted = access.isStream(request) && access.rejectionOf(request) === undefined;
      if (isGranted) pricing.open(request, response);
      return isGranted;
    },
    answer: (request) =>
      access.rejectionOf(request) ??
      access.answerInstruments(request) ??
      answerCandles(request, shelf, nowMs()),
  });
  const everyMs = options.heartbeatEveryMs ?? HEARTBEAT_EVERY_MS;
  const timer = everyMs > 0 ? setInterval(pricing.heartbeat, everyMs).unref() : undefined;
  return {
    ...host.misbehaviour,
    streamUrl: `http://127.0.0.1:${host.port}`,
    restUrl: `http://127.0.0.1:${host.port}`,
    requests: host.requests,
    get socketCount() {
      return host.socketCount;
    },
    get connectionCount() {
      return pricing.connectionCount;
    },
    get openedCount() {
      return pricing.openedCount;
    },
    get subscriptions() {
      return pricing.subscriptions;
    },
    quote: pricing.quote,
    heartbeat: pricing.heartbeat,
    sendRaw: pricing.sendRaw,
    silence: pricing.silence,
    revokeToken: access.revokeToken,
    setCandles(code, granularity, candles) {
      shelf.set(code, granularity, candles);
    },
    close() {
      clearInterval(timer);
      return host.close();
    },
  };
}

/** Checks what a token, an account and its region permit. */
function createAccess({ token, account, instruments }: OandaServerOptions) {
  let isTokenValid = true;
  const isStream = ({ path }: VendorRequest): boolean =>
    path === `/v3/accounts/${account}/pricing/stream`;
  const isOffered = (name: string): boolean => name !== '' && instruments?.includes(name) !== false;
  return {
    isStream,
    revokeToken(): void {
      isTokenValid = false;
    },
    rejectionOf(request: VendorRequest): JsonAnswer | undefined {
      const { path, headers } = request;
      if (!isTokenValid || headers.authorization !== `Bearer ${token}`) {
        return rejection(401, 'Insufficient authorization to perform request.');
      }
      if (path.startsWith('/v3/accounts/') && path.split('/')[3] !== account) {
        return rejection(404, 'The specified Account does not exist');
      }
      const isAllowed = !isStream(request) || listInstruments(request).every(isOffered);
      return isAllowed ? undefined : rejection(400, "Invalid value specified for 'instruments'");
    },
    answerInstruments({ path }: VendorRequest): JsonAnswer | undefined {
      if (path !== `/v3/accounts/${account}/instruments`) return undefined;
      const rows = (instruments ?? []).map((name) => ({ name, type: 'CFD' }));
      return { status: 200, body: { instruments: rows, lastTransactionID: '1' } };
    },
  };
}

function rejection(status: number, errorMessage: string): JsonAnswer {
  return { status, body: { errorMessage } };
}
