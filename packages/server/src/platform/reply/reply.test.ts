import { expect, it } from 'vitest';
import { readReply } from './reply.ts';

it('returns a body of exactly the most bytes', async () => {
  expect((await readReply(new Response('four'), 4)).toString()).toBe('four');
});

it('returns no bytes for a reply without a body', async () => {
  expect(await readReply(new Response(null, { status: 204 }), 4)).toHaveLength(0);
});

it('rejects a longer body and cancels the rest', async () => {
  let isCancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(3)),
    cancel: () => {
      isCancelled = true;
    },
  });
  await expect(readReply(new Response(endless), 4)).rejects.toThrow(RangeError);
  expect(isCancelled).toBe(true);
});
