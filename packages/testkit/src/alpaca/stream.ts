import type { VendorHost } from '#vendor-host/vendor-host.ts';
import { serveWebSockets } from '#vendor-host/web-sockets.ts';
import type { Peer } from '#vendor-host/web-sockets.ts';
import type { AlpacaQuote, AlpacaServer, AlpacaServerOptions } from './alpaca-server.ts';

type Client = { isAuthenticated: boolean; readonly quotes: Set<string> };

type Request = {
  readonly action?: unknown;
  readonly key?: unknown;
  readonly secret?: unknown;
  readonly quotes?: readonly string[];
};

export type StreamOptions = AlpacaServerOptions & {
  readonly isKnown: (key: unknown, secret: unknown) => boolean;
};

export type Stream = Pick<
  AlpacaServer,
  | 'connectionCount'
  | 'openedCount'
  | 'subscriptions'
  | 'quote'
  | 'sendRaw'
  | 'sendError'
  | 'silence'
>;

const SYMBOLS_MAX = 30;
const POLICY_VIOLATION = 1_008;

export function createStream(host: VendorHost, options: StreamOptions): Stream {
  const { nowMs = Date.now } = options;
  const clients = new Map<Peer, Client>();
  let openedCount = 0;
  let isSilent = false;
  const fail = (peer: Peer, code: number, msg: string): void => {
    peer.send([{ T: 'error', code, msg }]);
  };
  serveWebSockets(host, {
    accepts: (path) => path === '/v2/iex' || path === '/v2/sip',
    opened(peer) {
      openedCount += 1;
      clients.set(peer, { isAuthenticated: false, quotes: new Set() });
      if (!isSilent) peer.send([{ T: 'success', msg: 'connected' }]);
    },
    message(peer, text) {
      const client = clients.get(peer);
      const request = parseRequest(text);
      if (client === undefined || isSilent) return;
      if (request === undefined) fail(peer, 400, 'invalid syntax');
      else if (request.action === 'auth') {
        authenticate({ peer, client, request, clients, options, fail });
      } else if (!client.isAuthenticated) fail(peer, 401, 'not authenticated');
      else if (request.action === 'subscribe') subscribe({ peer, client, request, options, fail });
      else fail(peer, 400, 'invalid syntax');
    },
    control() {},
    closed(peer) {
      clients.delete(peer);
    },
  });
  return {
    get connectionCount() {
      return clients.size;
    },
    get openedCount() {
      return openedCount;
    },
    get subscriptions() {
      return [...clients.values()].flatMap(({ quotes }) => [...quotes]);
    },
    quote(code, quote) {
      const subscribers = [...clients].filter(([, { quotes }]) => quotes.has(code));
      for (const [peer] of subscribers) peer.sendRaw(toQuote(code, quote, nowMs()));
      return subscribers.length;
    },
    sendRaw(text) {
      for (const peer of clients.keys()) peer.sendRaw(text);
    },
    sendError(code, msg) {
      for (const peer of clients.keys()) fail(peer, code, msg);
    },
    silence(silent) {
      isSilent = silent;
    },
  };
}

type Turn = {
  readonly peer: Peer;
  readonly client: Client;
  readonly request: Request;
  readonly options: StreamOptions;
  readonly fail: (peer: Peer, code: number, msg: string) => void;
};

function authenticate(turn: Turn & { readonly clients: ReadonlyMap<Peer, Client> }): void {
  const { peer, client, request, clients, options, fail } = turn;
  const isTaken = [...clients.values()].some(({ isAuthenticated }) => isAuthenticated);
  if (client.isAuthenticated) fail(peer, 403, 'already authenticated');
  else if (!options.isKnown(request.key, request.secret)) fail(peer, 402, 'auth failed');
  else if (isTaken) {
    fail(peer, 406, 'connection limit exceeded');
    peer.close(POLICY_VIOLATION, '');
  } else {
    client.isAuthenticated = true;
    peer.send([{ T: 'success', msg: 'authenticated' }]);
  }
}

function subscribe({ peer, client, request, options, fail }: Turn): void {
  const { symbols, symbolsMax = SYMBOLS_MAX } = options;
  const asked = new Set([...client.quotes, ...(request.quotes ?? [])]);
  if (asked.size > symbolsMax) {
    fail(peer, 405, 'symbol limit exceeded');
    return;
  }
  for (const code of asked) {
    if (symbols?.includes(code) !== false) client.quotes.add(code);
  }
  peer.send([{ T: 'subscription', trades: [], quotes: [...client.quotes], bars: [] }]);
}

/** Formats a quote message. Prices are JSON numbers with exactly the digits given. */
function toQuote(code: string, { bid, ask, atMs }: AlpacaQuote, nowMs: number): string {
  const time = new Date(atMs ?? nowMs).toISOString().replace('Z', '123456Z');
  const place = `"bx":"V","bp":${bid},"bs":1,"ax":"V","ap":${ask},"as":2`;
  return `[{"T":"q","S":${JSON.stringify(code)},${place},"c":["R"],"z":"C","t":"${time}"}]`;
}

function parseRequest(text: string): Request | undefined {
  try {
    const request: unknown = JSON.parse(text);
    return typeof request === 'object' && request !== null ? request : undefined;
  } catch {
    return undefined;
  }
}
