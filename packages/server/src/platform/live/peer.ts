// What a feature sees of a client, and what it declares.
import type { Access } from '@halyard/contract/route';
import type * as z from 'zod/mini';

import type { Answer, Caller } from '#platform/http/http.ts';

export type EventMap = Readonly<Record<string, (...payload: never[]) => void>>;

export type PayloadOf<ToClient, Name extends keyof ToClient> = ToClient[Name] extends (
  payload: infer Payload,
) => void
  ? Payload
  : never;

/** One connected client of a namespace. */
export type Peer<ToClient> = {
  readonly id: string;
  /** The signed-in caller; null in a public namespace. */
  readonly caller: Caller | null;
  readonly ip: string;
  emit<Name extends keyof ToClient & string>(event: Name, payload: PayloadOf<ToClient, Name>): void;
  join(room: string): void;
  leave(room: string): void;
  disconnect(): void;
};

export type LiveCall<Message, ToClient> = {
  readonly message: Message;
  readonly peer: Peer<ToClient>;
  /** The message's own requestId, or a generated one. */
  readonly requestId: string;
};

export type LiveEvent<ToClient> = {
  readonly schema: z.ZodMiniType;
  /** Whether the event counts as use of the session; the session is then checked first. */
  readonly isUse: boolean;
  handle(call: LiveCall<unknown, ToClient>): Promise<Answer<unknown>>;
};

/**
 * Pairs a schema with a handler; the types of both are checked. Data or a rejection is returned in
 * the envelope.
 */
export function onEvent<const Schema extends z.ZodMiniType, ToClient>(event: {
  readonly schema: Schema;
  readonly isUse: boolean;
  handle(call: LiveCall<z.infer<Schema>, ToClient>): Promise<Answer<unknown>>;
}): LiveEvent<ToClient> {
  return event;
}

export type NamespaceOptions<ToServer, ToClient> = {
  readonly name: `/${string}`;
  /**
   * Who may connect: 'public', or the kind of session that the handshake's `auth.token` must have.
   */
  readonly access: Access;
  /** Every event that a client can send; others are rejected and counted as abuse. */
  readonly events: { readonly [Name in keyof ToServer]: LiveEvent<ToClient> };
  /** Called after the client has connected. */
  onConnect?(peer: Peer<ToClient>): void;
  onDisconnect?(peer: Peer<ToClient>): void;
};

/** Emits to many clients: to a room that peers joined, to `subjectRoom(id)`, or to all. */
export type Channel<ToClient> = {
  emit<Name extends keyof ToClient & string>(
    room: string | undefined,
    event: Name,
    payload: PayloadOf<ToClient, Name>,
  ): void;
  /** Returns whether the subject has a connection. */
  hasSubject(subjectId: number): boolean;
  /** Returns the subjects that have a connection. */
  listSubjects(): readonly number[];
};

const SUBJECT_ROOM = /^subject:(\d+)$/;

/** Returns the room of all peers of a subject. */
export function subjectRoom(subjectId: number): string {
  return `subject:${subjectId}`;
}

/** Returns the subject of a room; undefined for any other room. */
export function subjectOfRoom(room: string): number | undefined {
  const id = SUBJECT_ROOM.exec(room)?.[1];
  return id === undefined ? undefined : Number(id);
}
