// The HTTP layer: binds declared routes to handlers. Only it knows the envelope, access, rate
// limits, and how a rejection, a bug and an outage look on the wire.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

import { serveApiDocs } from './api-docs.ts';
import { bindRoutes } from './bind-routes.ts';
import { createSetHeaders } from './headers.ts';
import { createLimitPages } from './limit-pages.ts';
import type { HttpOptions } from './options.ts';
import { answerPage, servePages } from './pages.ts';
import { serveDocs } from './serve-docs.ts';
import { bindRawRoutes, findEdge, sendRaw } from './raw-routes.ts';
import { createServer } from './server.ts';

export {
  bind,
  ok,
  okKept,
  refused,
  type Answer,
  type Caller,
  type FindCaller,
  type RouteBinding,
  type UploadedFile,
} from './binding.ts';
export {
  createFindIp,
  isLoopbackHost,
  isWideRange,
  networkOf,
  parseRange,
  siteOf,
  type FindIp,
} from './client-ip.ts';
export { retryAfterSeconds, toErrorEnvelope, toFailure } from './envelope.ts';
export { createHealthRoutes } from './health.ts';
export { hasNul, toQueryRecord } from './input.ts';
export { exceedsJsonBounds } from './json-bounds.ts';
export { HTTP_RATES, type Answered, type HttpOptions } from './options.ts';
export { createOfficeSite } from './office-site/office-site.ts';
export { createOriginCheck, type IsOriginAllowed } from './origin.ts';
export type { AskedPage, FoundPage, PageHead, PageSource } from './page-source.ts';
export type { RawAnswer, RawBinding, RawCall, RawEdge } from './raw-routes.ts';
export { toLoggedId } from './request-id.ts';
export {
  createBucket,
  createRateLimiter,
  type Bucket,
  type Rate,
  type RateLimiter,
} from './rate.ts';

export type Http = {
  /** The underlying server, to which the live feed attaches before `listen`. */
  readonly server: Server;
  /** Starts to listen. Returns the address, such as http://127.0.0.1:3000. */
  listen(address: { readonly host: string; readonly port: number }): Promise<string>;
  /** Stops accepting connections, finishes running requests, and closes. */
  close(): Promise<void>;
};

const STOP_TIMEOUT_MS = 8000;
const IDLE_CHECK_MS = 50;

/** Throws if a route is declared twice, or without access or rate. */
export async function createHttp(options: HttpOptions): Promise<Http> {
  const app = createServer(options);
  bindRoutes(app, options);
  await bindRawRoutes(app, options);
  const limitPages = createLimitPages(options);
  await serveApiDocs(app, { routes: options.routes.map(({ route }) => route), limitPages });
  await serveDocs(app, options);
  await servePages(app, { ...options, limitPages });
  app.setNotFoundHandler(async (request, reply) => {
    const edge = findEdge(options, request.url);
    // An edge has routes for all of its addresses, so a request without a route has a method that
    // no route accepts.
    if (edge !== undefined) {
      const rejection = limitPages(request) ?? { code: 'method-not-allowed' };
      return sendRaw(reply, edge.refuse(rejection, request.id));
    }
    return await answerPage(request, reply, { ...options, limitPages });
  });
  await app.ready();
  // Connections that became WebSockets. The server no longer lists them, but waits for them when it
  // closes.
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return {
    server: app.server,
    listen: async (address) => {
      // The header listener comes before all others, including the live feed's.
      app.server.prependListener('request', createSetHeaders(options));
      return app.listen(address);
    },
    close: async () => {
      // Idle connections are closed regularly: one whose last request ends after the stop would
      // otherwise stay open.
      const cleanup = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
      const deadline = setTimeout(() => destroyAll(sockets), STOP_TIMEOUT_MS);
      await app.close();
      clearInterval(cleanup);
      clearTimeout(deadline);
    },
  };
}

function destroyAll(sockets: Iterable<Socket>): void {
  for (const socket of sockets) socket.destroy();
}
