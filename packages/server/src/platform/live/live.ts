// The live edge: Socket.IO namespaces on the HTTP server. It alone knows origins, limits, schemas
// and acknowledgements; a feature declares a namespace with its events and gets a channel to emit on.
import type { Answer, Caller, FindCaller } from '#platform/http/http.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Access } from '@halyard/contract/route';
import type { Server as HttpServer } from 'node:http';
import type * as z from 'zod/mini';

type EventMap = Readonly<Record<string, (...payload: never[]) => void>>;

/** One connected client of a namespace. */
export type Peer<ToClient> = {
  readonly id: string;
  /** Null in a public namespace. */
  readonly caller: Caller | null;
  readonly ip: string;
  emit<Name extends keyof ToClient & string>(event: Name, payload: PayloadOf<ToClient, Name>): void;
  join(room: string): void;
  leave(room: string): void;
  disconnect(): void;
};

export type PayloadOf<ToClient, Name extends keyof ToClient> = ToClient[Name] extends (
  payload: infer Payload,
) => void
  ? Payload
  : never;

export type LiveCall<Message, ToClient> = {
  readonly message: Message;
  readonly peer: Peer<ToClient>;
  /** The message's own requestId, or one made here. */
  readonly requestId: string;
};

export type LiveEvent<ToClient> = {
  readonly schema: z.ZodMiniType;
  /** Whether it counts as use of the session; then the session is checked again first. */
  readonly isUse: boolean;
  handle(call: LiveCall<unknown, ToClient>): Promise<Answer<unknown>>;
};

/** Pairs a schema with a handler, types checked. A refusal or data goes back in the envelope. */
export declare function onEvent<const Schema extends z.ZodMiniType, ToClient>(event: {
  readonly schema: Schema;
  readonly isUse: boolean;
  handle(call: LiveCall<z.infer<Schema>, ToClient>): Promise<Answer<unknown>>;
}): LiveEvent<ToClient>;

export type NamespaceOptions<ToServer, ToClient> = {
  readonly name: `/${string}`;
  /** 'public', or the kind of session whose token the handshake's `auth.token` must hold. */
  readonly access: Access;
  /** Every event a client may send; any other is refused and counted as abuse. */
  readonly events: { readonly [Name in keyof ToServer]: LiveEvent<ToClient> };
  /** After the client was let in. */
  onConnect?(peer: Peer<ToClient>): void;
  onDisconnect?(peer: Peer<ToClient>): void;
};

/** Emits to many. Rooms: any name a peer joined, or `subjectRoom(id)`, joined by itself. */
export type Channel<ToClient> = {
  emit<Name extends keyof ToClient & string>(
    room: string | undefined,
    event: Name,
    payload: PayloadOf<ToClient, Name>,
  ): void;
  /** Whether anybody of this subject is connected. */
  hasSubject(subjectId: number): boolean;
};

export declare function subjectRoom(subjectId: number): string;

export type Live = {
  namespace<ToServer extends EventMap, ToClient extends EventMap>(
    options: NamespaceOptions<ToServer, ToClient>,
  ): Channel<ToClient>;
  /** Disconnects every socket of an ended session at once. */
  closeSession(sessionId: string): void;
  attach(server: HttpServer): void;
  close(): Promise<void>;
};

export type LiveOptions = {
  readonly findCaller: FindCaller;
  /** Of these sessions, those that are over; asked every few seconds about all connected ones. */
  readonly findEndedSessions: (sessionIds: readonly string[]) => Promise<readonly string[]>;
  readonly isOriginAllowed: (origin: string | undefined, host: string | undefined) => boolean;
  readonly findIp: (remoteAddress: string | undefined, forwardedFor: string | undefined) => string;
  readonly clock: Clock;
  readonly log: Log;
};

export declare function createLive(options: LiveOptions): Live;
