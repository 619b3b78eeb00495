// What the simulators of price vendors share: a server on a free port of this machine, sockets that
// the test controls, and the rejections that every vendor has.
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
  /** Answers a request for data; undefined for a path that the vendor does not have. */
  readonly answer: (request: VendorRequest) => JsonAnswer | undefined;
  /** Takes over the response to a request for a stream. */
  readonly stream?: (request: VendorRequest, response: ServerResponse) => boolean;
};

/** The failures that a test can cause, the same for all vendors. */
export type Misbehaviour = {
  /** Ends every connection at once, without a closing message. */
  cut(): void;
  /**
   * Makes current connections half-open: they stay, but nothing more is read from them or written
   * to them.
   */
  freeze(): void;
  /** Reads from frozen connections again; those that the other side has left end now. */
  thaw(): void;
  /** Cuts new connections as soon as they open, or stops doing so. */
  refuseConnections(isRefusing: boolean): void;
  /** Leaves data requests, and streams over HTTP, without any answer, or stops doing so. */
  ignoreRequests(isIgnoring: boolean): void;
  /** Answers the next data requests and streams with 429, or with the given status. */
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
  /** The number of open TCP connections. */
  readonly socketCount: number;
  /** The data requests so far, in order; the oldest are dropped. */
  readonly requests: readonly VendorRequest[];
  readonly misbehaviour: Misbehaviour;
  isFrozen(socket: Socket): boolean;
  /** Returns and uses up the next rejection; undefined if none is due. */
  takeRejection(): RateLimit | undefined;
  close(): Promise<void>;
};

const REQUESTS_KEPT = 1_000;
const NOT_FOUND: JsonAnswer = { status: 404, body: { message: 'not found' } };

export async function startVendorHost(options: VendorHostOptions): Promise<VendorHost> {
  const sockets = createSocketSet();
  const requests: VendorRequest[] = [];
  let limit: RateLimit = { times: 0, retryAfterSeconds: 0 };
  let isIgnoring = false;
  const takeRejection = (): RateLimit | undefined => {
    if (limit.times === 0) return undefined;
    limit = { ...limit, times: limit.times - 1 };
    return limit;
  };
  const http = createServer((message, response) => {
    const request = toRequest(message);
    requests.push(request);
    if (requests.length > REQUESTS_KEPT) requests.shift();
    // Node's HTTP parser still reads from a paused socket, so frozen sockets are checked here as
    // well.
    if (isIgnoring || sockets.isFrozen(message.socket)) return;
    const rejection = takeRejection();
    if (rejection !== undefined) {
      response.setHeader('retry-after', String(rejection.retryAfterSeconds));
      sendJson(response, {
        status: rejection.status ?? 429,
        body: { code: -1003, msg: 'too many' },
      });
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
    takeRejection,
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
