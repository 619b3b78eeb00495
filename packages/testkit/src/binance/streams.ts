import type { VendorHost } from '#vendor-host/vendor-host.ts';
import { serveWebSockets } from '#vendor-host/web-sockets.ts';
import type { Peer } from '#vendor-host/web-sockets.ts';
import type { BinanceQuote, BinanceServer } from './binance-server.ts';

type Client = { readonly streams: Set<string>; messageTimesMs: number[] };

const MESSAGES_PER_SECOND_MAX = 5;
const STREAMS_MAX = 1_024;
const SECOND_MS = 1_000;
const POLICY_VIOLATION = 1_008;
const GOING_AWAY = 1_001;
const STREAM_NAME = /^[a-z0-9]{2,20}@bookTicker$/;

export type Streams = Pick<
  BinanceServer,
  | 'connectionCount'
  | 'openedCount'
  | 'subscriptions'
  | 'quote'
  | 'sendRaw'
  | 'ping'
  | 'announceShutdown'
  | 'disconnectDaily'
  | 'answerSubscriptions'
>;

export function createStreams(host: VendorHost, nowMs: () => number): Streams {
  const clients = new Map<Peer, Client>();
  let openedCount = 0;
  let updateId = 400_900_217;
  let how: Parameters<Streams['answerSubscriptions']>[0] = 'granted';
  const count = (peer: Peer, client: Client): void => {
    const sinceMs = nowMs() - SECOND_MS;
    client.messageTimesMs = [...client.messageTimesMs.filter((atMs) => atMs > sinceMs), nowMs()];
    if (client.messageTimesMs.length > MESSAGES_PER_SECOND_MAX) {
      peer.close(POLICY_VIOLATION, 'Too many requests');
    }
  };
  serveWebSockets(host, {
    accepts: (path) => path === '/ws',
    opened(peer) {
      openedCount += 1;
      clients.set(peer, { streams: new Set(), messageTimesMs: [] });
    },
    message(peer, text) {
      const client = clients.get(peer);
      if (client === undefined) return;
      count(peer, client);
      if (how !== 'unanswered') peer.send(answer(text, client, how === 'refused'));
    },
    control(peer) {
      const client = clients.get(peer);
      if (client !== undefined) count(peer, client);
    },
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
      return [...clients.values()].flatMap(({ streams }) => [...streams]);
    },
    quote(code, quote) {
      updateId = quote.updateId ?? updateId + 1;
      const message = toBookTicker(code, quote, updateId);
      const name = `${code.toLowerCase()}@bookTicker`;
      const subscribers = [...clients].filter(([, { streams }]) => streams.has(name));
      for (const [peer] of subscribers) peer.send(message);
      return subscribers.length;
    },
    sendRaw(text) {
      for (const peer of clients.keys()) peer.sendRaw(text);
    },
    ping() {
      for (const peer of clients.keys()) peer.ping();
    },
    announceShutdown() {
      for (const peer of clients.keys()) peer.send({ e: 'serverShutdown', E: nowMs() });
    },
    disconnectDaily() {
      for (const peer of clients.keys()) peer.close(GOING_AWAY, '');
    },
    answerSubscriptions(wanted) {
      how = wanted;
    },
  };
}

function toBookTicker(code: string, { bid, ask }: BinanceQuote, updateId: number): unknown {
  return { u: updateId, s: code, b: bid, B: '31.21000000', a: ask, A: '40.66000000' };
}

function answer(text: string, client: Client, isRefusing: boolean): unknown {
  const request = parseRequest(text);
  const rejection = { error: { code: 2, msg: 'Invalid request' }, id: request?.id ?? null };
  if (request === undefined || isRefusing) return rejection;
  const names = new Set([...client.streams, ...request.params]);
  const isKnown = request.params.every((name) => STREAM_NAME.test(name));
  if (!isKnown || names.size > STREAMS_MAX) return rejection;
  for (const name of request.params) {
    if (request.method === 'SUBSCRIBE') client.streams.add(name);
    else client.streams.delete(name);
  }
  return { result: null, id: request.id };
}

type StreamRequest = {
  readonly method: 'SUBSCRIBE' | 'UNSUBSCRIBE';
  readonly params: readonly string[];
  readonly id: number;
};

function parseRequest(text: string): StreamRequest | undefined {
  try {
    const request = JSON.parse(text) as Partial<StreamRequest> | null;
    const { method, params, id } = request ?? {};
    if (method !== 'SUBSCRIBE' && method !== 'UNSUBSCRIBE') return undefined;
    return Array.isArray(params) && typeof id === 'number' ? { method, params, id } : undefined;
  } catch {
    return undefined;
  }
}
