import { randomBytes } from 'node:crypto';
import { headers } from '@nats-io/transport-node';
import type { Msg } from '@nats-io/transport-node';
import type { Log } from '#platform/log/log.ts';
import { Outage } from '#platform/outage/outage.ts';
import { encode } from './payload.ts';
import { DONE, joinBytes, OUTAGE, PART_HEADER, PARTS_MAX } from './reply.ts';

/** How many requests of a subject may be under way. */
const REQUESTS_MAX = 20_000;
/** What headers and subjects take of the limit of a message. */
const MARGIN_BYTES = 1_024;
const BYTES_MAX = 1_048_576;
const ANSWER_ID_BYTES = 8;

export type ResponderOptions = {
  readonly subject: string;
  readonly log: Pick<Log, 'error'>;
  /** Returns the server's limit of a message. */
  readonly bytesMax: () => number | undefined;
  readonly answer: (data: Uint8Array) => Promise<unknown>;
};

/** Returns a function that answers requests. */
export function createResponder(options: ResponderOptions): (message: Msg) => Promise<void> {
  let underWay = 0;
  const answer = async (data: Uint8Array): Promise<Uint8Array> => {
    try {
      if (underWay > REQUESTS_MAX) throw new Outage('busy', 'Too many requests are under way.');
      const value = await options.answer(data);
      return joinBytes([Uint8Array.of(DONE), encode(value ?? null)]);
    } catch (error) {
      if (!(error instanceof Outage)) {
        options.log.error({ err: error, subject: options.subject }, 'a request met a bug');
      }
      const { reason, message } =
        error instanceof Outage ? error : new Outage('database', 'The request failed.');
      return joinBytes([Uint8Array.of(OUTAGE), encode({ reason, message })]);
    }
  };
  return async (message) => {
    underWay += 1;
    const reply = await answer(message.data);
    underWay -= 1;
    try {
      respond(message, reply, (options.bytesMax() ?? BYTES_MAX) - MARGIN_BYTES);
    } catch (error) {
      options.log.error({ err: error, subject: options.subject }, 'an answer could not be sent');
    }
  };
}

function respond(message: Msg, reply: Uint8Array, bytesMax: number): void {
  if (reply.length <= bytesMax) {
    message.respond(reply);
    return;
  }
  const count = Math.ceil(reply.length / bytesMax);
  if (count > PARTS_MAX) throw new Error(`an answer of ${reply.length} bytes is too long`);
  const answerId = randomBytes(ANSWER_ID_BYTES).toString('hex');
  for (let part = 0; part < count; part += 1) {
    const numbered = headers();
    numbered.set(PART_HEADER, `${answerId}/${part}/${count}`);
    message.respond(reply.subarray(part * bytesMax, (part + 1) * bytesMax), { headers: numbered });
  }
}
