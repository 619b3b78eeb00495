// Routes without our envelope: provider callbacks with their own body formats, pages that a browser
// opens, and the public API, whose errors have their own format. The body is passed as bytes, and
// the reply is sent unchanged.
import type { Rejection } from '@halyard/contract/rejections';
import { SECOND_MS } from '@halyard/core/time';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { refuse } from './answer.ts';
import { createFindIp, networkOf } from './client-ip.ts';
import { noteFailure } from './note-failure.ts';
import type { HttpOptions } from './options.ts';
import { createRateLimiter } from './rate.ts';
import type { RawAnswer, RawEdge, RawBinding } from './raw-binding.ts';
import { RAW_METHODS } from './raw-binding.ts';

export type { RawCall, RawAnswer, RawEdge, RawBinding } from './raw-binding.ts';

/**
 * Binds these routes. Each has its own limit, so that a provider's burst does not affect customers.
 */
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
  const admit = binding.edge?.admit ?? createAdmit(options);
  const refuseIt = (reply: FastifyReply, rejection: Rejection): FastifyReply =>
    binding.edge === undefined
      ? refuse(reply, rejection)
      : sendRaw(reply, binding.edge.refuse(rejection, reply.request.id));
  const url = binding.path.replaceAll(/\{(\w+)\}/g, ':$1');
  scope.route({
    method: [...binding.methods],
    url,
    bodyLimit: binding.bodyBytesMax,
    onRequest: async (request, reply) => {
      const rejection = admit(ipOf(request));
      return rejection === undefined ? undefined : refuseIt(reply, rejection);
    },
    errorHandler: (error, request, reply) => {
      refuseIt(reply, noteFailure(options.log, request, error));
    },
    handler: async (request, reply) =>
      await answerRaw(binding, { request, ip: ipOf(request) }, reply),
  });
  const others = RAW_METHODS.filter((method) => !binding.methods.includes(method));
  if (others.length === 0) return;
  scope.route({
    method: others,
    url,
    onRequest: async (_request, reply) => {
      reply.header('allow', binding.methods.join(', '));
      return refuseIt(reply, { code: 'method-not-allowed' });
    },
    handler: async () => undefined,
  });
}

function createAdmit(options: HttpOptions): RawEdge['admit'] {
  const limiter = createRateLimiter(options.rates.ordinary, options.clock);
  return (ip) => {
    const waitMs = limiter.take(networkOf(ip));
    if (waitMs === 0) return undefined;
    return { code: 'too-many', facts: { retryAfterSeconds: Math.ceil(waitMs / SECOND_MS) } };
  };
}

async function answerRaw(
  binding: RawBinding,
  { request, ip }: { readonly request: FastifyRequest; readonly ip: string },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const answered = await binding.handler({
    method: request.method,
    params: request.params as Readonly<Record<string, string>>,
    query: request.query instanceof URLSearchParams ? request.query : new URLSearchParams(),
    headers: request.headers,
    contentType: request.headers['content-type'] ?? '',
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    ip,
    requestId: request.id,
  });
  return sendRaw(reply, answered);
}

/**
 * Returns the edge that is responsible for an address below a `/*` path, even if no route reads the
 * address or the method.
 */
export function findEdge({ rawRoutes = [] }: HttpOptions, url: string): RawEdge | undefined {
  return rawRoutes.find(({ path }) => path.endsWith('/*') && isFrom(path.slice(0, -2), url))?.edge;
}

function isFrom(root: string, url: string): boolean {
  return url.startsWith(root) && ['', '/', '?', '%'].includes(url.charAt(root.length));
}

export function sendRaw(reply: FastifyReply, { status, headers, body }: RawAnswer): FastifyReply {
  reply.code(status);
  for (const [name, value] of Object.entries(headers ?? {})) reply.header(name, value);
  return reply.send(typeof body === 'object' ? Buffer.from(body) : (body ?? ''));
}
