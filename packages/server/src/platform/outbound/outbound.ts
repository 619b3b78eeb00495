// Requests to addresses that customers or other services provide. The host is resolved once, each of its addresses is
// checked, and the connection goes to a checked one, so a name that resolves to another address a
// moment later (DNS rebinding) has no effect. Redirects are not followed.
import { lookup } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export { createSecret, sign } from './sign.ts';

export type ResolvedAddress = { readonly address: string; readonly family: number };
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>;

export type OutboundOptions = {
  /** Whether targets on private networks, and http, are permitted. */
  readonly allowsPrivate: boolean;
  readonly timeoutMs: number;
  readonly resolve?: Resolve;
};

export type OutboundRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  readonly signal?: AbortSignal;
};

export type OutboundExchange = Omit<OutboundRequest, 'body'> & {
  readonly method: 'GET' | 'POST';
  readonly body: string | undefined;
  /** The maximum length of the reply's body. */
  readonly bytesMax: number;
};

export type OutboundHead = {
  readonly status: number;
  /** The Retry-After header (RFC 9110, 10.2.3): seconds or a date. */
  readonly retryAfter: string | undefined;
};

export type OutboundReply = {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
};

export type Outbound = {
  /**
   * Returns why the target may not be called; undefined when it may. A name that doesn't resolve
   * may not.
   */
  findRejection(url: string): Promise<string | undefined>;
  /**
   * Posts a request and returns the head of the reply. Throws for a forbidden target, a time-out or
   * a broken connection.
   */
  post(request: OutboundRequest): Promise<OutboundHead>;
  /** Like `post`, and returns the reply. Throws for one that is too long, too. */
  exchange(request: OutboundExchange): Promise<OutboundReply>;
};

export class TargetRefused extends Error {
  override readonly name = 'TargetRefused';
}

const resolveAll: Resolve = async (host) => await lookup(host, { all: true, verbatim: true });

export function createOutbound(options: OutboundOptions): Outbound {
  const { allowsPrivate, timeoutMs, resolve = resolveAll } = options;
  const judge = async (url: URL): Promise<ResolvedAddress> => {
    if (url.protocol !== 'https:' && !(allowsPrivate && url.protocol === 'http:')) {
      throw new TargetRefused('The address must start with https://');
    }
    if (url.username !== '' || url.password !== '') {
      throw new TargetRefused('The address must hold no user name or password');
    }
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const family = isIP(host);
    const found = family === 0 ? await resolve(host) : [{ address: host, family }];
    // One private address among public ones is enough to reach it, so all must be public.
    const isRefused = !allowsPrivate && found.some(({ address }) => !isPublicAddress(address));
    const [first] = found;
    if (first === undefined || isRefused) {
      throw new TargetRefused('The address is on a private network');
    }
    return first;
  };
  const open = async (sent: Sent): Promise<IncomingMessage> => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = sent.signal === undefined ? timeout : AbortSignal.any([timeout, sent.signal]);
    const url = new URL(sent.url);
    const target = await raceAbort(judge(url), signal);
    return await send(sent, { url, target, signal });
  };
  return {
    findRejection: async (url) => {
      try {
        await judge(new URL(url));
        return undefined;
      } catch (error) {
        return error instanceof TargetRefused ? error.message : 'The address does not resolve';
      }
    },
    post: async (sent) => {
      const response = await open({ ...sent, method: 'POST' });
      // Only the head of the receiver's reply matters.
      response.destroy();
      return {
        status: response.statusCode ?? 0,
        retryAfter: response.headers['retry-after'],
      };
    },
    exchange: async (sent) => {
      const response = await open(sent);
      return {
        status: response.statusCode ?? 0,
        contentType: response.headers['content-type'] ?? '',
        body: await readBody(response, sent.bytesMax),
      };
    },
  };
}

async function raceAbort<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(new Error('The receiver did not answer in time'));
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

type Sent = Omit<OutboundRequest, 'body'> & {
  readonly method: 'GET' | 'POST';
  readonly body: string | Uint8Array | undefined;
};

/** Returns the response once its head is there; the signal ends its body, too. */
async function send(
  { method, headers, body }: Sent,
  to: { readonly url: URL; readonly target: ResolvedAddress; readonly signal: AbortSignal },
): Promise<IncomingMessage> {
  const { url, target, signal } = to;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method,
    headers: { ...headers, ...length },
    // No connection is reused, because each delivery is checked by itself.
    agent: false,
    signal,
    // The name was resolved and checked above; it is still used for the certificate check and the
    // Host header.
    lookup: (_host, wanted, done) => {
      if (wanted.all === true) done(null, [{ ...target }]);
      else done(null, target.address, target.family);
    },
  });
  request.on('response', resolve);
  request.on('error', (error) => {
    reject(signal.aborted ? new Error('The receiver did not answer in time') : error);
  });
  request.end(body);
  return await promise;
}

async function readBody(response: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > bytesMax) throw new Error('The reply is too long');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
