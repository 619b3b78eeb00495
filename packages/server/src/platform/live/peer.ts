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
  /** Null in a public namespace. */
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
  /** The message's own requestId, or one made here. */
  readonly requestId: string;
};

export type LiveEvent<ToClient> = {
  readonly schema: z.ZodMiniType;
  /** Whether it counts as use of the session; then the session is checked again first. */
  readonly isUse: boolean;
  handle(call: LiveCall<unknown, ToClient>): Promise<Answer<unknown>>;
};

/** Pairs a schema with a handler, types checked. Data or a refusal goes back in the envelope. */
export function onEvent<const Schema extends z.ZodMiniType, ToClient>(event: {
  readonly schema: Schema;
  readonly isUse: boolean;
  handle(call: LiveCall<z.infer<Schema>, ToClient>): Promise<Answer<unknown>>;
}): LiveEvent<ToClient> {
  return event;
}

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

/** Emits to many: to a room that peers joined, to `subjectRoom(id)`, or to all. */
export type Channel<ToClient> = {
  emit<Name extends keyof ToClient & string>(
    room: string | undefined,
    event: Name,
    payload: PayloadOf<ToClient, Name>,
  ): void;
  /** Whether anybody of this subject is connected. */
  hasSubject(subjectId: number): boolean;
  /** Those of whom somebody is connected. */
  listSubjects(): readonly number[];
};

const SUBJECT_ROOM = /^subject:(\d+)$/;

/** The room that every peer of a subject is in. */
export function subjectRoom(subjectId: number): string {
  return `subject:${subjectId}`;
}

/** Undefined for any other room. */
export function subjectOfRoom(room: string): number | undefined {
  const id = SUBJECT_ROOM.exec(room)?.[1];
  return id === undefined ? undefined : Number(id);
}
