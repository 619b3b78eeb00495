// A push service (RFC 8030) together with the browsers that subscribe to it. The service accepts
// messages that are signed for its origin (RFC 8292); a browser decrypts its messages (RFC 8291).
import { createPublicKey, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createReceiver, type Receiver } from './receiver.ts';

export type ReceivedPush = {
  readonly text: string;
  readonly ttlS: number;
  readonly urgency: string;
  /** The contact address that the sender names. */
  readonly contact: string;
};

export type PushSubscriber = {
  /** The subscription, as the browser passes it to the site. */
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** The messages so far, decrypted. */
  readonly received: readonly ReceivedPush[];
  /** Ends the subscription: messages to it are answered with 410. */
  unsubscribe(): void;
};

export type PushService = {
  /**
   * Subscribes a browser. With a key, the service accepts only messages that are signed with it.
   */
  subscribe(applicationServerKey?: string): PushSubscriber;
  /** Answers all requests with this status and drops the messages; undefined ends this. */
  failWith(status: number | undefined, retryAfter?: string): void;
  /** Every rejection so far, with its reason. */
  readonly rejections: readonly string[];
  requestCount(): number;
  close(): Promise<void>;
};

type Entry = {
  readonly receiver: Receiver;
  readonly key: string | undefined;
  readonly received: ReceivedPush[];
  isOver: boolean;
};

const BODY_BYTES_MAX = 4_096;
const TOKEN_LIFE_MAX_S = 86_400;
const AUTHORIZATION = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/;

class Rejected extends Error {
  readonly status: number;

  constructor(status: number, reason: string) {
    super(reason);
    this.status = status;
  }
}

/** Starts the service. `nowMs` is the sender's clock, which a test may have moved. */
export async function startPushService(
  nowMs: () => number = () => Date.now(),
): Promise<PushService> {
  const entries = new Map<string, Entry>();
  const rejections: string[] = [];
  let failure: number | undefined;
  let failureHeaders: Readonly<Record<string, string>> = {};
  let requests = 0;
  const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const accept = async (request: IncomingMessage): Promise<string> => {
    const body = await readBody(request);
    requests += 1;
    if (failure !== undefined) throw new Rejected(failure, 'the test asked for it');
    const entry = entries.get(request.url ?? '');
    if (entry === undefined) throw new Rejected(404, 'no such subscription');
    if (entry.isOver) throw new Rejected(410, 'the subscription is over');
    if (request.method !== 'POST') throw new Rejected(405, 'not a message');
    const expected = { origin: origin(), key: entry.key, nowMs: nowMs() };
    const contact = checkSender(request, expected);
    entry.received.push({ ...readMessage(request, body, entry.receiver), contact });
    return `/message/${requests}`;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      // RFC 8030, 5: 201 with the address of the message.
      response.writeHead(201, { location: await accept(request) }).end();
    } catch (error) {
      rejections.push(String(error));
      const status = error instanceof Rejected ? error.status : 400;
      response.writeHead(status, failureHeaders).end(String(error));
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    rejections,
    subscribe: (key) => {
      const receiver = createReceiver();
      const entry: Entry = { receiver, key, received: [], isOver: false };
      const path = `/push/${entries.size + 1}`;
      entries.set(path, entry);
      const { p256dh, auth } = receiver;
      return {
        endpoint: `${origin()}${path}`,
        p256dh,
        auth,
        received: entry.received,
        unsubscribe: () => {
          entry.isOver = true;
        },
      };
    },
    failWith: (status, retryAfter) => {
      failure = status;
      failureHeaders = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
    },
    requestCount: () => requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Verifies the sender's signature (RFC 8292); returns the contact address. */
function checkSender(
  { headers }: IncomingMessage,
  expected: { readonly origin: string; readonly key: string | undefined; readonly nowMs: number },
): string {
  const [, head = '', claims = '', signature = '', key = ''] =
    AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  if (key === '') throw new Rejected(401, 'no VAPID authorization');
  if (expected.key !== undefined && key !== expected.key) throw new Rejected(403, 'another key');
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65 || point[0] !== 4) throw new Rejected(400, 'the key is no point');
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map(toBase64url);
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    {
      key: createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } }),
      dsaEncoding: 'ieee-p1363',
    },
    Buffer.from(signature, 'base64url'),
  );
  const { alg } = readJson(head);
  const { aud, exp, sub } = readJson(claims);
  if (!isSigned || alg !== 'ES256') throw new Rejected(403, 'the signature is wrong');
  if (aud !== expected.origin) throw new Rejected(403, `signed for ${String(aud)}`);
  const leftS = Number(exp) - expected.nowMs / 1000;
  if (!(leftS > 0 && leftS <= TOKEN_LIFE_MAX_S)) throw new Rejected(403, 'the token has no life');
  if (typeof sub !== 'string' || !/^(mailto:|https?:)/.test(sub)) {
    throw new Rejected(403, 'no contact');
  }
  return sub;
}

function readMessage(
  { headers }: IncomingMessage,
  body: Buffer,
  receiver: Receiver,
): Omit<ReceivedPush, 'contact'> {
  const { ttl, urgency = 'normal' } = headers;
  // RFC 8030, 5.2: a message without TTL is rejected.
  if (typeof ttl !== 'string' || !/^\d{1,10}$/.test(ttl)) throw new Rejected(400, 'no TTL');
  if (typeof urgency !== 'string') throw new Rejected(400, 'two urgencies');
  if (headers['content-encoding'] !== 'aes128gcm') throw new Rejected(415, 'not encrypted');
  if (body.length > BODY_BYTES_MAX) throw new Rejected(413, 'too large');
  return { text: receiver.decrypt(body), ttlS: Number(ttl), urgency };
}

function readJson(part: string): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;
}

function toBase64url(bytes: Buffer): string {
  return bytes.toString('base64url');
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
