// Binds each declared route to the framework, with guards before its body is read.
import { ACCESSES, RATE_CLASSES, type RateClass, type Route } from '@halyard/contract/route';
import type { Rejection } from '@halyard/contract/rejections';
import { SECOND_MS } from '@halyard/core/time';
import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { answer, refuse, refuseByHead } from './answer.ts';
import type { RouteBinding } from './binding.ts';
import { createFindIp, networkOf } from './client-ip.ts';
import { createCutReply } from './cut-reply.ts';
import { toEnvelope } from './envelope.ts';
import type { HttpOptions } from './options.ts';
import { createOriginCheck } from './origin.ts';
import { createRateLimiter } from './rate.ts';
import { sendFile } from './send-file.ts';
import type { BoundConfig } from './server.ts';
import { createUploadSlots } from './upload-slots.ts';
import type { UploadSlots } from './upload-slots.ts';
import { createWorkProofs } from './work-proofs.ts';
import type { WorkProofs } from './work-proofs.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const JSON_TYPE = 'application/json; charset=utf-8';
/**
 * The maximum body size per rate class. Credentials are short, and their senders may be unknown.
 */
const BODY_BYTES_MAX: Readonly<Record<RateClass, number>> = {
  ordinary: 65_536,
  credential: 16_384,
};

/** Binds every route; throws if one is declared twice, or without access or rate. */
export function bindRoutes(app: FastifyInstance, options: HttpOptions): void {
  const bindings = new Map<string, RouteBinding[]>();
  for (const binding of options.routes) {
    assertDeclared(binding.route);
    const siblings = bindings.get(binding.route.path) ?? [];
    if (siblings.some(({ route }) => route.method === binding.route.method)) {
      throw new Error(`${binding.route.method} ${binding.route.path} is declared twice`);
    }
    bindings.set(binding.route.path, [...siblings, binding]);
  }
  const bound = {
    ...options,
    guard: createGuard(options),
    uploadSlots: createUploadSlots(),
    workProofs: createWorkProofs({ clock: options.clock, findKey: options.findWorkKey }),
  };
  for (const [path, siblings] of bindings) {
    for (const binding of siblings) {
      if (binding.route.file === undefined) bindRoute(app, binding, bound);
      else bindUpload(app, binding, bound);
    }
    refuseOtherMethods(app, path, siblings);
  }
}

type Guard = (route: Route, request: FastifyRequest) => Rejection | undefined;

type BindOptions = HttpOptions & {
  readonly guard: Guard;
  readonly uploadSlots: UploadSlots;
  readonly workProofs: WorkProofs;
};

/** Binds an upload route in a scope of its own: elsewhere a form is rejected as unreadable. */
function bindUpload(app: FastifyInstance, binding: RouteBinding, options: BindOptions): void {
  void app.register(async (scope) => {
    await scope.register(fastifyMultipart);
    // Any other body stays unread; the route's error says what it expects.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    bindRoute(scope, binding, options);
  });
}

function bindRoute(app: FastifyInstance, binding: RouteBinding, options: BindOptions): void {
  const { route } = binding;
  const findIp = createRequestIp(options.trustProxy);
  const { findCaller, publicUrl, uploadSlots, workProofs } = options;
  const edge = {
    findCaller,
    findIp,
    publicUrl,
    uploadSlots,
    workProofs,
    cutReply: createCutReply(route.reply),
    written: new WeakMap<object, Buffer>(),
  };
  app.route({
    method: route.method,
    url: toFastifyPath(route.path),
    config: { isCredential: isCredentialRoute(route) } satisfies BoundConfig,
    bodyLimit: route.bodyBytesMax ?? BODY_BYTES_MAX[route.rate],
    onRequest: async (request, reply) => {
      const byGuard = options.guard(route, request);
      const isLarge = route.bodyBytesMax !== undefined;
      const rejection =
        byGuard ?? (isLarge ? await refuseByHead(route, request, options) : undefined);
      return rejection === undefined ? undefined : refuse(reply, rejection);
    },
    handler: async (request, reply) => {
      const answered = await answer(binding, request, edge);
      if (answered.kind === 'refused') return refuse(reply, answered.rejection);
      if (answered.kind === 'file') return sendFile(reply, answered.file);
      reply.code(answered.status);
      if (answered.kind === 'done') return reply.send(toEnvelope(answered.data));
      return reply.type(JSON_TYPE).send(answered.json);
    },
  });
}

/** Creates the guard that runs steps 1 and 2 of `answer.ts`, from the headers only. */
function createGuard(options: HttpOptions): Guard {
  const findIp = createRequestIp(options.trustProxy);
  const isOriginAllowed = createOriginCheck(options);
  const limiters = {
    ordinary: createRateLimiter(options.rates.ordinary, options.clock),
    credential: createRateLimiter(options.rates.credential, options.clock),
  };
  return (route, request) => {
    const waitMs = limiters[route.rate].take(networkOf(findIp(request)));
    if (waitMs > 0) {
      return { code: 'too-many', facts: { retryAfterSeconds: Math.ceil(waitMs / SECOND_MS) } };
    }
    const { origin, host } = request.headers;
    const site = request.headers['sec-fetch-site'];
    const headers = { origin, host, site: typeof site === 'string' ? site : undefined };
    if (route.method !== 'GET' && !isOriginAllowed(headers)) return { code: 'origin-refused' };
    return undefined;
  };
}

function createRequestIp(trustProxy: readonly string[]): (request: FastifyRequest) => string {
  const findIp = createFindIp(trustProxy);
  return (request) => findIp(request.socket.remoteAddress, request.headers['x-forwarded-for']);
}

function refuseOtherMethods(
  app: FastifyInstance,
  path: string,
  bindings: readonly RouteBinding[],
): void {
  const answered = new Set<string>(bindings.map(({ route }) => route.method));
  if (answered.has('GET')) answered.add('HEAD');
  app.route({
    method: METHODS.filter((method) => !answered.has(method)),
    url: toFastifyPath(path),
    // The rejection happens before the body is read, because its content can't matter.
    onRequest: async (_request, reply) => {
      reply.header('allow', [...answered].join(', '));
      return refuse(reply, { code: 'method-not-allowed' });
    },
    handler: async () => undefined,
  });
}

function assertDeclared(route: Route): void {
  const name = `${route.method} ${route.path}`;
  if (!ACCESSES.includes(route.access)) throw new Error(`${name} does not declare who may call it`);
  if (route.access === 'staff' && route.roles === undefined) {
    throw new Error(`${name} does not declare which staff roles may call it`);
  }
  if (route.access !== 'staff' && route.bodyBytesMax !== undefined) {
    throw new Error(`${name} accepts a large body, which only staff routes may`);
  }
  if (!RATE_CLASSES.includes(route.rate)) throw new Error(`${name} does not declare a rate limit`);
  if (!/^\/(api|health)\//.test(route.path)) throw new Error(`${name} is outside /api and /health`);
}

/** Signing out is logged like signing in. */
function isCredentialRoute({ rate, path }: Route): boolean {
  return rate === 'credential' || path.endsWith('/logout');
}

function toFastifyPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
