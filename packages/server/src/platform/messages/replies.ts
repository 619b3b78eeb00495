// The answers that requests wait for. One subscription receives them all; the subject's last tokens
// tell the request and the attempt.
import { randomBytes } from 'node:crypto';
import type { Msg } from '@nats-io/transport-node';
import { SECOND_MS } from '@halyard/core/time';
import * as z from 'zod/mini';
import { Outage, OUTAGE_REASONS } from '#platform/outage/outage.ts';
import type { OutageReason } from '#platform/outage/outage.ts';
import { parse } from './payload.ts';
import { DONE, joinBytes, PART_HEADER, PARTS_MAX } from './reply.ts';

/** After this time without an answer, the request is sent again: it or its answer can be lost. */
const RESEND_MS = SECOND_MS;
/** The pause after the answer that nobody serves yet. */
const RETRY_MS = 100;
const WAITING_MAX = 20_000;
const NAME_BYTES = 12;
/** Whoever answers so may be followed by somebody who serves. */
const PASSING: ReadonlySet<OutageReason> = new Set(['no-lease', 'stopping']);

const Failure = z.object({ reason: z.enum(OUTAGE_REASONS), message: z.string() });

/** Calls `run` once after a while, unless it is cancelled. */
export type After = (delayMs: number, run: () => void) => () => void;

const systemAfter: After = (delayMs, run) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};

type Waiting = {
  readonly resolve: (reply: Uint8Array) => void;
  readonly reject: (error: Error) => void;
  /** Sends again after a while. */
  readonly sendLater: (delayMs: number) => void;
  /** The parts so far, by answer: two programs can answer the same attempt. */
  readonly parts: Map<string, Map<number, Uint8Array>>;
  failure: Outage | undefined;
};

export class Replies {
  readonly #inbox: string;
  readonly #waiting = new Map<string, Waiting>();
  readonly #after: After;
  #next = 0;

  /** `after` is the system's unless a test sets one. */
  constructor(prefix: string, after: After = systemAfter) {
    this.#after = after;
    this.#inbox = `${prefix}.reply.${randomBytes(NAME_BYTES).toString('hex')}`;
  }

  /** The subject of all answers. */
  get subject(): string {
    return `${this.#inbox}.>`;
  }

  /** Calls `send` with the subject of the answer, again until there is one. Throws an Outage. */
  async wait(timeoutMs: number, send: (inbox: string) => void): Promise<Uint8Array> {
    if (this.#waiting.size >= WAITING_MAX) {
      throw new Outage('busy', 'Too many requests wait for another program.');
    }
    this.#next += 1;
    const id = String(this.#next);
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    let attempt = 0;
    let cancelSending: () => void = () => undefined;
    const sendLater = (delayMs: number): void => {
      cancelSending();
      cancelSending = this.#after(delayMs, sendNow);
    };
    const sendNow = (): void => {
      attempt += 1;
      send(`${this.#inbox}.${id}.${attempt}`);
      sendLater(RESEND_MS);
    };
    const waiting: Waiting = { resolve, reject, sendLater, parts: new Map(), failure: undefined };
    this.#waiting.set(id, waiting);
    const cancelDeadline = this.#after(timeoutMs, () => {
      reject(waiting.failure ?? new Outage('no-lease', 'No program answered in time.'));
    });
    try {
      sendNow();
      return await promise;
    } finally {
      cancelSending();
      cancelDeadline();
      this.#waiting.delete(id);
    }
  }

  /** Takes an answer, or a part of one; late ones are ignored. */
  take(message: Msg): void {
    const [id = ''] = message.subject.slice(this.#inbox.length + 1).split('.');
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    // The server's answer where nobody subscribes.
    if (message.data.length === 0) {
      waiting.sendLater(RETRY_MS);
      return;
    }
    const reply = joinParts(waiting, message);
    if (reply === undefined) return;
    const body = reply.subarray(1);
    if (reply[0] === DONE) {
      waiting.resolve(body);
      return;
    }
    const failure = parse(Failure, body);
    const outage = new Outage(
      failure?.reason ?? 'no-lease',
      failure?.message ?? 'Another program answered in an unknown form.',
    );
    if (!PASSING.has(outage.reason)) {
      waiting.reject(outage);
      return;
    }
    waiting.failure = outage;
    waiting.sendLater(RETRY_MS);
  }

  close(): void {
    for (const { reject } of this.#waiting.values()) {
      reject(new Outage('stopping', 'The program is stopping.'));
    }
  }
}

/** Returns the whole answer once all of its parts are there. */
function joinParts({ parts }: Waiting, { data, headers }: Msg): Uint8Array | undefined {
  const numbered = headers?.get(PART_HEADER) ?? '';
  if (numbered === '') return data;
  const [answerId = '', ...numbers] = numbered.split('/');
  const [part = 0, count = 0] = numbers.map(Number);
  if (!(count > 0 && count <= PARTS_MAX)) return undefined;
  const some = parts.get(answerId) ?? new Map<number, Uint8Array>();
  parts.set(answerId, some);
  some.set(part, data);
  if (some.size < count) return undefined;
  return joinBytes([...some].toSorted(([one], [other]) => one - other).map(([, bytes]) => bytes));
}
