// The framework, configured for requests that it can't read, with each route bound to it.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

import { REJECTIONS, type Rejection } from '@halyard/contract/rejections';
import Fastify, { type FastifyInstance } from 'fastify';

import { refuse } from './answer.ts';
import { toErrorEnvelope } from './envelope.ts';
import { exceedsJsonBounds } from './json-bounds.ts';
import { noteFailure } from './note-failure.ts';
import type { HttpOptions } from './options.ts';
import { toRawHeaders } from './headers.ts';
import { createOfficeSite } from './office-site/office-site.ts';
import { findEdge, sendRaw } from './raw-routes.ts';
import { toRequestId } from './request-id.ts';
import { createProxyWarning, createSecurityLog } from './security-log.ts';
import { traceRequests } from './trace-requests.ts';

const BODY_BYTES_MAX = 65_536;
const BODY_VALUES_MAX = 5_000;
/**
 * The maximum number of JSON values for a route that accepts a larger body; a content document may
 * have 20,000.
 */
const LARGE_BODY_VALUES_MAX = 32_000;
const PARAMETER_LENGTH_MAX = 200;
const REQUEST_TIMEOUT_MS = 30_000;
/** How often Node checks for requests that exceed their time. */
const CONNECTIONS_CHECKED_EVERY_MS = 1000;
const KEEP_ALIVE_TIMEOUT_MS = 72_000;

/** The data of a declared route that the framework stores for its hooks. */
export type BoundConfig = { readonly isCredential?: boolean };

/** Answered like a body with too many bytes. */
class TooManyValues extends Error {
  override readonly name = 'TooManyValues';
  readonly statusCode = 413;
}

export function createServer(options: HttpOptions): FastifyInstance {
  const { requestTimeoutMs = REQUEST_TIMEOUT_MS } = options;
  const { log, onAnswered } = options;
  const logAnswer = createSecurityLog(options);
  const warnOfProxy = createProxyWarning(options);
  const rawHeaders = toRawHeaders(options.publicUrl);
  const app = Fastify({
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    return503OnClosing: false,
    // Offers of other upgrades, such as to HTTP/2, are ignored: an upgraded request would get no
    // answer.
    http: {
      shouldUpgradeCallback: isForWebSocket,
      // Both timeouts are set, because Node uses the larger one for the whole request, whichever
      // name it has.
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: CONNECTIONS_CHECKED_EVERY_MS,
    },
    requestIdHeader: false,
    genReqId: (request) => toRequestId(request.headers['x-request-id']),
    routerOptions: {
      maxParamLength: PARAMETER_LENGTH_MAX,
      // The framework types the query as a record; only `answer` reads it, and sees names that
      // occur twice.
      querystringParser: (text) => new URLSearchParams(text) as never,
    },
    frameworkErrors: (_error, request, reply) => {
      const rejection = { code: 'malformed' } as const;
      const edge = findEdge(options, request.url);
      reply.header('x-request-id', request.id);
      if (edge === undefined) refuse(reply, rejection);
      else sendRaw(reply, edge.refuse(rejection, request.id));
    },
    clientErrorHandler: (error, socket) => refuseUnreadable(error.code, socket, rawHeaders),
  });
  acceptJsonOnly(app);
  if (options.tracer !== undefined) traceRequests(app, options.tracer);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    warnOfProxy(request.raw);
    done();
  });
  const { isElsewhere } = createOfficeSite(options.backofficeUrl);
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const pattern = request.is404 ? undefined : request.routeOptions.url;
    const isOther = isElsewhere({ host: request.headers.host, pattern, path });
    return isOther ? refuse(reply, { code: 'not-found' }) : undefined;
  });
  app.addHook('onResponse', async (request, reply) => {
    const answered = {
      method: request.method,
      // The route's pattern is logged, never the address, which can contain a token.
      route: request.routeOptions.url ?? '(none)',
      status: reply.statusCode,
    };
    onAnswered?.({ ...answered, durationMs: reply.elapsedTime });
    const { isCredential = false } = request.routeOptions.config as BoundConfig;
    logAnswer(request, { ...answered, durationMs: Math.round(reply.elapsedTime) }, isCredential);
  });
  app.setErrorHandler((error, request, reply) => {
    return refuse(reply, noteFailure(log, request, error));
  });
  return app;
}

function acceptJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const isLarge = (request.routeOptions.bodyLimit ?? 0) > BODY_BYTES_MAX;
    const text = String(body);
    if (text === '') done(null, undefined);
    else if (exceedsJsonBounds(text, isLarge ? LARGE_BODY_VALUES_MAX : BODY_VALUES_MAX)) {
      done(new TooManyValues());
    } else void parseJson(request, text, done);
  });
}

function isForWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/**
 * Answers a connection whose bytes were not HTTP, or whose headers were too large or too slow, so
 * that there is no request.
 */
function refuseUnreadable(code: string | undefined, socket: Socket, headers: string): void {
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const rejection: Rejection = { code: code === 'HPE_HEADER_OVERFLOW' ? 'too-large' : 'malformed' };
  const body = JSON.stringify(toErrorEnvelope(rejection, randomUUID()));
  socket.end(
    `HTTP/1.1 ${REJECTIONS[rejection.code].status} Refused\r\nconnection: close\r\n${headers}` +
      'content-type: application/json; charset=utf-8\r\n' +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
