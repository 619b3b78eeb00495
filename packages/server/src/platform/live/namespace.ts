// One namespace: who can connect, and the declared events of its clients.
import type { IncomingMessage } from 'node:http';

import type { Rejection } from '@halyard/contract/rejections';
import type { Server, Socket } from 'socket.io';

import type { Clock } from '#platform/clock/clock.ts';
import {
  createBucket,
  toErrorEnvelope,
  toFailure,
  type Caller,
  type FindCaller,
} from '#platform/http/http.ts';
import type { Log } from '#platform/log/log.ts';
import type { Tracer } from '#platform/tracing/tracing.ts';

import type { LiveLimits } from './limits.ts';
import {
  subjectOfRoom,
  subjectRoom,
  type Channel,
  type EventMap,
  type LiveEvent,
  type NamespaceOptions,
  type Peer,
} from './peer.ts';
import { receive, type Desk, type Sender } from './receive.ts';
import type { SessionSockets } from './sessions.ts';
import { sendSharedFrames } from './shared-frames.ts';

const TOKEN_LENGTH_MAX = 128;

export type NamespaceContext = {
  readonly findCaller: FindCaller;
  readonly limits: LiveLimits;
  readonly desk: Desk;
  readonly sessions: SessionSockets;
  readonly clock: Clock;
  readonly log: Log;
  readonly tracer?: Tracer | undefined;
  readonly ipOf: (request: IncomingMessage) => string;
  /** Returns the milliseconds to wait; 0 if an attempt is permitted now. */
  readonly takeHandshake: (ip: string) => number;
};

type Admission =
  | { readonly kind: 'admitted'; readonly caller: Caller | null }
  | { readonly kind: 'refused'; readonly rejection: Rejection };

export function createNamespace<ToServer extends EventMap, ToClient extends EventMap>(
  io: Server,
  options: NamespaceOptions<ToServer, ToClient>,
  context: NamespaceContext,
): Channel<ToClient> {
  const namespace = io.of(options.name);
  sendSharedFrames(namespace);
  const callers = new WeakMap<Socket, Caller>();
  const roomSize = (room: string): number => namespace.adapter.rooms.get(room)?.size ?? 0;
  const letIn = async (socket: Socket, next: (error?: Error) => void): Promise<void> => {
    const admission = await admit(socket, { access: options.access, roomSize }, context);
    if (admission.kind === 'refused') {
      next(toConnectError(admission.rejection, socket.id));
      return;
    }
    if (admission.caller !== null) callers.set(socket, admission.caller);
    next();
  };
  namespace.use((socket, next) => {
    void letIn(socket, next);
  });
  namespace.on('connection', (socket) => {
    connect(socket, callers.get(socket) ?? null, { options, context });
  });
  return {
    emit: (room, event, payload) => {
      const target = room === undefined ? namespace : namespace.to(room);
      target.emit(event, payload);
    },
    hasSubject: (subjectId) => roomSize(subjectRoom(subjectId)) > 0,
    listSubjects: () =>
      [...namespace.adapter.rooms.keys()].flatMap((room) => subjectOfRoom(room) ?? []),
  };
}

type AdmissionRules = {
  readonly access: NamespaceOptions<unknown, unknown>['access'];
  readonly roomSize: (room: string) => number;
};

async function admit(
  socket: Socket,
  rules: AdmissionRules,
  context: NamespaceContext,
): Promise<Admission> {
  if (context.takeHandshake(context.ipOf(socket.request)) > 0) return refusedBy('too-many');
  if (rules.access === 'public') return { kind: 'admitted', caller: null };
  const { token } = socket.handshake.auth as { readonly token?: unknown };
  if (typeof token !== 'string' || token === '' || token.length > TOKEN_LENGTH_MAX) {
    return refusedBy('session-ended');
  }
  try {
    // A connection does not count as use of the session, because prices flow without anyone
    // watching.
    const caller = await context.findCaller(token, true);
    if (caller === undefined) return refusedBy('session-ended');
    if (caller.kind !== rules.access) return refusedBy('forbidden');
    const isFull =
      rules.roomSize(subjectRoom(caller.subjectId)) >= context.limits.connectionsPerSubject;
    return isFull ? refusedBy('too-many') : { kind: 'admitted', caller };
  } catch (error) {
    const { rejection, cause } = toFailure(error);
    if (cause === 'bug') context.log.error({ err: error }, 'a handshake met a bug');
    return { kind: 'refused', rejection };
  }
}

function connect<ToServer extends EventMap, ToClient extends EventMap>(
  socket: Socket,
  caller: Caller | null,
  {
    options,
    context,
  }: {
    readonly options: NamespaceOptions<ToServer, ToClient>;
    readonly context: NamespaceContext;
  },
): void {
  const peer = toPeer<ToClient>(socket, caller, context.ipOf(socket.request));
  const sender: Sender = {
    peer,
    bucket: createBucket(context.limits.events, context.clock),
    events: new Map(Object.entries<LiveEvent<ToClient>>(options.events)),
    emitRefused: (refused) => socket.emit('refused', refused),
    unanswered: 0,
    abuses: 0,
  };
  // Without `next` no listener is ever called, so a client can't trigger one by name: an event
  // called 'error' would otherwise end the process. A packet that follows a disconnect in the same
  // payload still arrives here; it is ignored, because rooms that it joins would never be left.
  socket.use((packet) => {
    if (socket.connected) void receive(sender, packet, context);
  });
  if (caller !== null) {
    context.sessions.add(caller.sessionId, peer);
    void socket.join(subjectRoom(caller.subjectId));
  }
  socket.on('disconnect', () => {
    if (caller !== null) context.sessions.delete(caller.sessionId, peer);
    options.onDisconnect?.(peer);
  });
  options.onConnect?.(peer);
}

function toPeer<ToClient>(socket: Socket, caller: Caller | null, ip: string): Peer<ToClient> {
  return {
    id: socket.id,
    caller,
    ip,
    emit: (event, payload) => {
      socket.emit(event, payload);
    },
    join: (room) => void socket.join(room),
    leave: (room) => void socket.leave(room),
    disconnect: () => {
      socket.disconnect(true);
    },
  };
}

function refusedBy(code: Rejection['code']): Admission {
  return { kind: 'refused', rejection: { code } };
}

/** Returns what the client gets as `connect_error`: the code as message, the envelope as data. */
function toConnectError(rejection: Rejection, requestId: string): Error {
  return Object.assign(new Error(rejection.code), { data: toErrorEnvelope(rejection, requestId) });
}
