// The live feed: Socket.IO namespaces on the HTTP server. Only it knows origins, limits, schemas
// and acknowledgements; a feature declares a namespace with its events and gets a channel to emit
// on.
import type { Server as HttpServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { MESSAGE_BYTES_MAX } from '@halyard/contract/live';
import { Server } from 'socket.io';

import type { Clock } from '#platform/clock/clock.ts';
import {
  createRateLimiter,
  networkOf,
  type FindCaller,
  type FindIp,
  type IsOriginAllowed,
} from '#platform/http/http.ts';
import type { Log } from '#platform/log/log.ts';
import type { Tracer } from '#platform/tracing/tracing.ts';

import { Connections, type Connection } from './connections.ts';
import type { LiveLimits } from './limits.ts';
import { createNamespace } from './namespace.ts';
import type { Channel, EventMap, NamespaceOptions } from './peer.ts';
import type { Desk } from './receive.ts';
import { SessionSockets, type FindEndedSessions } from './sessions.ts';

export { LIVE_LIMITS, type LiveLimits } from './limits.ts';
export {
  onEvent,
  subjectRoom,
  type Channel,
  type LiveCall,
  type LiveEvent,
  type NamespaceOptions,
  type Peer,
} from './peer.ts';

export type LiveOptions = {
  readonly findCaller: FindCaller;
  /**
   * Returns which of these sessions have ended; called every few seconds for all connected ones.
   */
  readonly findEndedSessions: FindEndedSessions;
  readonly isOriginAllowed: IsOriginAllowed;
  /** Returns whether a host is the back office's, which has no live feed. */
  readonly isOffice?: (host: string | undefined) => boolean;
  readonly findIp: FindIp;
  readonly limits: LiveLimits;
  readonly clock: Clock;
  readonly log: Log;
  /** Traces each event of a client; without it none is traced. */
  readonly tracer?: Tracer | undefined;
};

export type Live = {
  namespace<ToServer extends EventMap, ToClient extends EventMap>(
    options: NamespaceOptions<ToServer, ToClient>,
  ): Channel<ToClient>;
  /** Disconnects every socket of an ended session at once. */
  closeSession(sessionId: string): void;
  attach(server: HttpServer): void;
  countConnections(): number;
  /**
   * Rejects new messages, answers pending ones, then closes all connections; the HTTP server
   * continues.
   */
  close(): Promise<void>;
};

const CONNECT_TIMEOUT_MS = 10_000;
/** How long an event may take: longer than a commit. */
const ANSWER_TIMEOUT_MS = 4000;
const ANSWER_POLL_MS = 20;

export function createLive(options: LiveOptions): Live {
  const { limits, log } = options;
  const connections = new Connections({ ...options, perNetworkMax: limits.connectionsPerNetwork });
  const sessions = new SessionSockets(options.findEndedSessions, log);
  const io = new Server({
    serveClient: false,
    maxHttpBufferSize: MESSAGE_BYTES_MAX,
    perMessageDeflate: false,
    httpCompression: false,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // Checks the origin. It is the only check against a foreign site's WebSocket, because browsers
    // send no preflight for it.
    allowRequest: (request, decide) => {
      const isOffice = options.isOffice?.(request.headers.host) === true;
      const rejection = isOffice ? 'not-found' : connections.rejectionOf(request);
      decide(rejection ?? null, rejection === undefined);
    },
  });
  // The default namespace, which always exists, rejects everyone.
  io.use((_socket, next) => next(new Error('not-found')));
  let isAttached = false;
  const desk: Desk = { unanswered: 0, isClosed: false };
  const handshakes = createRateLimiter(limits.handshakes, options.clock);
  return {
    namespace: (namespace) =>
      createNamespace(io, namespace, {
        ...options,
        sessions,
        desk,
        ipOf: (request) => connections.ipOf(request),
        takeHandshake: (ip) => handshakes.take(networkOf(ip)),
      }),
    closeSession: (sessionId) => sessions.disconnect(sessionId),
    attach: (server) => {
      // Upgrades of other paths are handled by web-socket.ts, so they are not destroyed here.
      io.attach(server, { destroyUpgrade: false });
      isAttached = true;
      io.engine.on('connection', (connection: Connection) => connections.add(connection));
    },
    countConnections: () => connections.count,
    close: async () => {
      connections.close();
      sessions.close();
      desk.isClosed = true;
      const deadlineMs = options.clock.nowMs() + ANSWER_TIMEOUT_MS;
      while (desk.unanswered > 0 && options.clock.nowMs() < deadlineMs) await sleep(ANSWER_POLL_MS);
      // `engine.close` instead of `disconnectSockets`, after which a client does not reconnect
      // automatically. A program without edges has no `engine`.
      if (isAttached) io.engine.close();
    },
  };
}
