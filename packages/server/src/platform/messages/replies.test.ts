import type { Msg } from '@nats-io/transport-node';
import { expect, it } from 'vitest';
import { createResponder } from './respond.ts';
import { Replies } from './replies.ts';

const MARGIN_BYTES = 1_024;

/** The messages of an answer in parts of ten bytes. */
async function partsOf(value: string, subject: string): Promise<readonly Msg[]> {
  const parts: Msg[] = [];
  const respond = createResponder({
    subject: 'asked',
    log: { error: expect.unreachable },
    bytesMax: () => MARGIN_BYTES + 10,
    answer: async () => value,
  });
  await respond({
    data: new Uint8Array(),
    respond: (data: Uint8Array, how: object) => parts.push({ ...how, subject, data } as Msg),
  } as unknown as Msg);
  return parts;
}

it('does not mix the parts of two answers to the same attempt', async () => {
  const replies = new Replies('test');
  let subject = '';
  const waiting = replies.wait(10_000, (inbox) => {
    subject = inbox;
  });
  const [one, other] = [
    await partsOf('a'.repeat(25), subject),
    await partsOf('b'.repeat(25), subject),
  ];
  expect(one.length).toBeGreaterThan(2);
  for (const message of [...one.slice(0, 2), ...other.toReversed()]) replies.take(message);
  expect(new TextDecoder().decode(await waiting)).toBe(`"${'b'.repeat(25)}"`);
});
