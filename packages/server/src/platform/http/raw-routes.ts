// Routes for those who can't speak our envelope: providers that call back with bodies of their own
// kind, and pages that a browser opens. The body comes as its bytes, the answer goes as it is.
import { SECOND_MS } from '@halyard/core/time';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { refuse } from './answer.ts';
import { createFindIp, networkOf } from './client-ip.ts';
import type { HttpOptions } from './options.ts';
import { createRateLimiter } from './rate.ts';

const RAW_METHODS = ['GET', 'POST', 'OPTIONS'] as const;

export type RawCall = {
  readonly method: string;
  /** Of the path's `{name}` parts; `*` is the rest of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: FastifyRequest['headers'];
  readonly contentType: string;
  readonly body: Buffer;
  readonly ip: string;
  readonly requestId: string;
};

export type RawAnswer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
};

/**
 * Nobody's session counts here and any site may send its visitors, so the handler must believe
 * nothing that it has not proved.
 */
export type RawBinding = {
  readonly methods: readonly (typeof RAW_METHODS)[number][];
  /** With `{name}` for a path parameter, or `*` at the end. */
  readonly path: `/api/${string}`;
  readonly bodyBytesMax: number;
  readonly handler: (call: RawCall) => Promise<RawAnswer>;
};

/** Each route counts its own calls, so that a provider's rush keeps no customer out. */
export async function bindRawRoutes(app: FastifyInstance, options: HttpOptions): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body);
    });
    for (const binding of options.rawRoutes ?? []) bindRawRoute(scope, binding, options);
  });
}

function bindRawRoute(scope: FastifyInstance, binding: RawBinding, options: HttpOptions): void {
  const findIp = createFindIp(options.trustProxy);
  const ipOf = (request: FastifyRequest): string =>
    findIp(request.socket.remoteAddress, request.headers['x-forwarded-for']);
  const limiter = createRateLimiter(options.rates.ordinary, options.clock);
  const url = binding.path.replaceAll(/\{(\w+)\}/g, ':$1');
  scope.route({
    method: [...binding.methods],
    url,
    bodyLimit: binding.bodyBytesMax,
    onRequest: async (request, reply) => {
      const waitMs = limiter.take(networkOf(ipOf(request)));
      if (waitMs === 0) return undefined;
      const facts = { retryAfterSeconds: Math.ceil(waitMs / SECOND_MS) };
      return refuse(reply, { code: 'too-many', facts });
    },
    handler: async (request, reply) =>
      await answerRaw(binding, { request, ip: ipOf(request) }, reply),
  });
  scope.route({
    method: RAW_METHODS.filter((method) => !binding.methods.includes(method)),
    url,
    onRequest: async (_request, reply) => {
      reply.header('allow', binding.methods.join(', '));
      return refuse(reply, { code: 'method-not-allowed' });
    },
    handler: async () => undefined,
  });
}

async function answerRaw(
  binding: RawBinding,
  { request, ip }: { readonly request: FastifyRequest; readonly ip: string },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { status, headers, body } = await binding.handler({
    method: request.method,
    params: request.params as Readonly<Record<string, string>>,
    query: request.query instanceof URLSearchParams ? request.query : new URLSearchParams(),
    headers: request.headers,
    contentType: request.headers['content-type'] ?? '',
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    ip,
    requestId: request.id,
  });
  reply.code(status);
  for (const [name, value] of Object.entries(headers ?? {})) reply.header(name, value);
  return reply.send(typeof body === 'object' ? Buffer.from(body) : (body ?? ''));
}
