// What the stand-ins of price vendors share: a server on a free port of this machine, its sockets
// under the test's thumb, and the refusals every vendor has.
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createSocketSet } from './socket-set.ts';

export type VendorRequest = {
  readonly path: string;
  readonly parameters: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
};

export type JsonAnswer = { readonly status: number; readonly body: unknown };

export type VendorHostOptions = {
  /** Answers a request for data; undefined is a path that the vendor does not have. */
  readonly answer: (request: VendorRequest) => JsonAnswer | undefined;
  /** Takes over a request that is a stream. */
  readonly stream?: (request: VendorRequest, response: ServerResponse) => boolean;
};

/** How a stand-in behaves badly, alike for all vendors. */
export type Misbehaviour = {
  /** Ends every connection at once, without a word. */
  cut(): void;
  /**
   * Half-open: the connections of this moment stay, but nothing more is read from them or written
   * to them.
   */
  freeze(): void;
  /** Frozen connections are read from again; those the other side has left end now. */
  thaw(): void;
  /** New connections are cut as soon as they come, until it is told otherwise. */
  refuseConnections(isRefusing: boolean): void;
  /** Data requests, and streams over HTTP, get no answer at all, until it is told otherwise. */
  ignoreRequests(isIgnoring: boolean): void;
  /** The next so many data requests, and streams, are answered 429 (or the status given). */
  limitRate(limit: RateLimit): void;
};

export type RateLimit = {
  readonly times: number;
  readonly retryAfterSeconds: number;
  readonly status?: number;
};

export type VendorHost = {
  readonly port: number;
  readonly http: Server;
  /** TCP connections open now. */
  readonly socketCount: number;
  /** Data requests so far, in order; the oldest are forgotten. */
  readonly requests: readonly VendorRequest[];
  readonly misbehaviour: Misbehaviour;
  isFrozen(socket: Socket): boolean;
  /** The refusal that is due, if any. */
  takeRefusal(): RateLimit | undefined;
  close(): Promise<void>;
};

const REQUESTS_KEPT = 1_000;
const NOT_FOUND: JsonAnswer = { status: 404, body: { message: 'not found' } };

export async function startVendorHost(options: VendorHostOptions): Promise<VendorHost> {
  const sockets = createSocketSet();
  const requests: VendorRequest[] = [];
  let limit: RateLimit = { times: 0, retryAfterSeconds: 0 };
  let isIgnoring = false;
  const takeRefusal = (): RateLimit | undefined => {
    if (limit.times === 0) return undefined;
    limit = { ...limit, times: limit.times - 1 };
    return limit;
  };
  const http = createServer((message, response) => {
    const request = toRequest(message);
    requests.push(request);
    if (requests.length > REQUESTS_KEPT) requests.shift();
    // The HTTP parser reads on from a paused socket.
    if (isIgnoring || sockets.isFrozen(message.socket)) return;
    const refusal = takeRefusal();
    if (refusal !== undefined) {
      response.setHeader('retry-after', String(refusal.retryAfterSeconds));
      sendJson(response, { status: refusal.status ?? 429, body: { code: -1003, msg: 'too many' } });
    } else if (options.stream?.(request, response) !== true) {
      sendJson(response, options.answer(request) ?? NOT_FOUND);
    }
  });
  http.on('connection', sockets.add);
  const { cut, freeze, thaw, refuseConnections, isFrozen } = sockets;
  const limitRate = (wanted: RateLimit): void => {
    limit = wanted;
  };
  const ignoreRequests = (ignoring: boolean): void => {
    isIgnoring = ignoring;
  };
  await listen(http);
  return {
    port: (http.address() as AddressInfo).port,
    http,
    requests,
    takeRefusal,
    isFrozen,
    get socketCount() {
      return sockets.size;
    },
    misbehaviour: { cut, freeze, thaw, refuseConnections, ignoreRequests, limitRate },
    async close() {
      const closed = new Promise((resolve) => http.close(resolve));
      cut();
      await closed;
    },
  };
}

function listen(http: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', reject);
    http.listen(0, '127.0.0.1', resolve);
  });
}

function toRequest(message: IncomingMessage): VendorRequest {
  const url = new URL(message.url ?? '/', 'http://vendor.invalid');
  return { path: url.pathname, parameters: url.searchParams, headers: message.headers };
}

function sendJson(response: ServerResponse, { status, body }: JsonAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
