// Handles one event of a client, from its arrival to its acknowledgement:
//
// 1. above the rate limit → too-many, counted as abuse.
//
// 2. not declared for this namespace → not-found, counted as abuse.
//
// 3. too many unanswered → too-many.
//
// 4. not one message that fits the schema → invalid.
//
// 5. counts as use and the session has ended → session-ended, and the socket closes.
//
// 6. counts as use, and the session is read-only → read-only.
//
// 7. the handler answers or rejects.
//
// With a callback the envelope is its argument; without one a rejection is emitted as `refused`.
import { randomUUID } from 'node:crypto';

import type { Refused } from '@halyard/contract/live';
import { parseInput } from '@halyard/contract/parse-input';
import type { Rejection } from '@halyard/contract/rejections';

import {
  hasNul,
  refused,
  toErrorEnvelope,
  toFailure,
  toLoggedId,
  type Answer,
  type Bucket,
  type FindCaller,
} from '#platform/http/http.ts';
import { noteOutage } from '#platform/log/log.ts';
import type { Log } from '#platform/log/log.ts';
import type { SpanInfo, Tracer } from '#platform/tracing/tracing.ts';

import type { LiveEvent, Peer } from './peer.ts';

const ABUSE_MAX = 100;
const UNANSWERED_MAX = 32;
const EVENT_NAME_LENGTH_MAX = 64;
const REQUEST_ID_LENGTH_MAX = 64;

/** A client as the dispatcher sees it. */
export type Sender = {
  readonly peer: Peer<unknown>;
  readonly bucket: Bucket;
  readonly events: ReadonlyMap<string, LiveEvent<unknown>>;
  readonly emitRefused: (refused: Refused) => void;
  unanswered: number;
  abuses: number;
};

export type ReceiveOptions = {
  readonly findCaller: FindCaller;
  readonly log: Log;
  readonly desk: Desk;
  readonly tracer?: Tracer | undefined;
};

/** The pending events of the live feed, so that a stop can wait for them. */
export type Desk = { unanswered: number; isClosed: boolean };

type Arrived = {
  readonly name: string;
  readonly message: unknown;
  readonly hasOneMessage: boolean;
  readonly acknowledge: ((envelope: object) => void) | undefined;
  readonly requestId: string;
};

/** Never throws: every message ends in its acknowledgement. */
export async function receive(
  sender: Sender,
  packet: readonly unknown[],
  options: ReceiveOptions,
): Promise<void> {
  const arrived = toArrived(packet);
  let answer: Answer<unknown>;
  const { desk, tracer } = options;
  const span = tracer?.begin(spanInfo(sender, arrived));
  const run = async (): Promise<Answer<unknown>> => await answerEvent(sender, arrived, options);
  sender.unanswered += 1;
  desk.unanswered += 1;
  try {
    answer = await (tracer === undefined || span === undefined ? run() : tracer.within(span, run));
  } catch (error) {
    const { rejection, cause } = toFailure(error);
    const requestId = toLoggedId(arrived.requestId);
    const entry = { err: error, event: arrived.name, requestId };
    if (cause === 'outage') noteOutage(options.log, entry, 'an event met an outage');
    else options.log.error(entry, 'an event met a bug');
    answer = refused(rejection);
    span?.end({ isFailed: true });
  }
  span?.end();
  sender.unanswered -= 1;
  desk.unanswered -= 1;
  reply(sender, arrived, answer);
}

function spanInfo(sender: Sender, { name, requestId }: Arrived): SpanInfo {
  // A name that is not declared comes from outside and must not be a name of ours.
  const known = sender.events.has(name) ? name : '(unknown)';
  const values = { 'halyard.request_id': toLoggedId(requestId) };
  return { name: `event ${known}`, kind: 'server', values };
}

async function answerEvent(
  sender: Sender,
  arrived: Arrived,
  options: ReceiveOptions,
): Promise<Answer<unknown>> {
  const { peer } = sender;
  if (options.desk.isClosed) return refused({ code: 'unavailable' });
  const waitMs = sender.bucket.take();
  const noted = { log: options.log, arrived };
  if (waitMs > 0) return abuse(sender, tooMany(waitMs), noted);
  const event = sender.events.get(arrived.name);
  if (event === undefined) return abuse(sender, { code: 'not-found' }, noted);
  if (sender.unanswered > UNANSWERED_MAX) return refused(tooMany(1));
  if (!arrived.hasOneMessage) return refused(invalid({ body: 'must be one message' }));
  const parsed = parseInput(event.schema, arrived.message);
  if (!parsed.ok) return refused(invalid(parsed.errors));
  if (hasNul({ message: parsed.value })) {
    return refused(invalid({ body: 'has a character that is not allowed' }));
  }
  if (event.isUse && !(await isSessionAlive(peer, options.findCaller))) {
    peer.disconnect();
    return refused({ code: 'session-ended' });
  }
  // A viewer's events are rejected if they count as use, because those change something or show
  // that somebody is present.
  if (event.isUse && peer.caller?.isViewer === true) return refused({ code: 'read-only' });
  return event.handle({ message: parsed.value, peer, requestId: arrived.requestId });
}

/** Checks the session again and counts it as used. */
async function isSessionAlive(peer: Peer<unknown>, findCaller: FindCaller): Promise<boolean> {
  if (peer.caller === null) return true;
  return (await findCaller(peer.caller.token, false)) !== undefined;
}

/** Counts an abuse. The first and the last one of a connection are logged. */
function abuse(
  sender: Sender,
  rejection: Rejection,
  { log, arrived }: { readonly log: Log; readonly arrived: Arrived },
): Answer<never> {
  sender.abuses += 1;
  const isLast = sender.abuses > ABUSE_MAX;
  if (sender.abuses === 1 || isLast) {
    const { caller } = sender.peer;
    const entry = {
      code: rejection.code,
      requestId: toLoggedId(arrived.requestId),
      caller: caller === null ? null : `${caller.kind}:${caller.subjectId}`,
      abuses: sender.abuses,
    };
    log.info(entry, isLast ? 'a connection was closed for abuse' : 'an event was rejected');
  }
  if (isLast) sender.peer.disconnect();
  return refused(rejection);
}

function reply(sender: Sender, arrived: Arrived, answer: Answer<unknown>): void {
  if (answer.kind === 'ok') {
    arrived.acknowledge?.({ status: 'success', data: answer.data ?? null });
    return;
  }
  const envelope = toErrorEnvelope(answer.rejection, arrived.requestId);
  if (arrived.acknowledge !== undefined) {
    arrived.acknowledge(envelope);
    return;
  }
  const { code, message, requestId } = envelope;
  const facts = {
    ...envelope.facts,
    ...(envelope.errors === undefined ? {} : { errors: envelope.errors }),
  };
  sender.emitRefused({ event: arrived.name, requestId, code, message, facts });
}

function toArrived(packet: readonly unknown[]): Arrived {
  const [name, ...rest] = packet;
  const last = rest.at(-1);
  const acknowledge = isCallback(last) ? last : undefined;
  const messages = acknowledge === undefined ? rest : rest.slice(0, -1);
  const [message] = messages;
  return {
    name: String(name).slice(0, EVENT_NAME_LENGTH_MAX),
    message,
    hasOneMessage: messages.length <= 1,
    acknowledge,
    requestId: requestIdOf(message),
  };
}

function isCallback(value: unknown): value is (envelope: object) => void {
  return typeof value === 'function';
}

function requestIdOf(message: unknown): string {
  if (typeof message !== 'object' || message === null || !('requestId' in message)) {
    return randomUUID();
  }
  const { requestId } = message;
  const isUsable =
    typeof requestId === 'string' && requestId !== '' && requestId.length <= REQUEST_ID_LENGTH_MAX;
  return isUsable ? requestId : randomUUID();
}

function tooMany(waitMs: number): Rejection {
  return { code: 'too-many', facts: { retryAfterSeconds: Math.ceil(waitMs / 1000) } };
}

function invalid(errors: Readonly<Record<string, string>>): Rejection {
  return { code: 'invalid', errors };
}
