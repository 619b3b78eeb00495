import { DAY_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import { createIntake, quoteAsGiven } from '#adapter/intake/intake.ts';
import { createTime, evenChance } from '#adapter/testing/harness.ts';
import { startBinanceSession } from './binance-stream.ts';

/** Opens a session with this many symbols whose messages the test sends. */
function openSession(count: number) {
  const time = createTime();
  const codes = Array.from({ length: count }, (_, index) => `COIN${index}USDT`);
  const intake = createIntake({ instrumentsByCode: new Map(), shape: quoteAsGiven, ...time });
  const sent: { atMs: number; text: string }[] = [];
  const ready: (string | undefined)[] = [];
  const failed: string[] = [];
  const startMs = time.clock.nowMs();
  const session = startBinanceSession(
    { codes, intake, clock: time.clock, chance: evenChance },
    {
      send: (text) => sent.push({ atMs: time.clock.nowMs() - startMs, text }),
      ready: (shortcoming) => ready.push(shortcoming),
      fail: (reason) => failed.push(reason),
      renew: () => {},
      after: (delayMs, run) => {
        time.scheduler.after(delayMs, run);
      },
    },
  );
  session.opened();
  return { session, sent, ready, failed, time };
}

it('subscribes in batches that leave room in five messages a second', () => {
  const { sent, time } = openSession(1_024);
  time.advance(10_000);
  const batches = sent.map(({ text }) => JSON.parse(text));
  expect(batches.map(({ params }) => params.length)).toEqual([...Array(10).fill(100), 24]);
  expect(batches.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(batches[0]?.params[0]).toBe('coin0usdt@bookTicker');
  expect(new Set(batches.flatMap(({ params }) => params)).size).toBe(1_024);
  for (const { atMs } of sent) {
    const within = sent.filter((other) => other.atMs >= atMs && other.atMs < atMs + 1_000);
    expect(within.length).toBeLessThanOrEqual(3);
  }
});

it('is ready when every batch is answered, and reports rejected symbols', () => {
  const { session, ready, failed, time } = openSession(201);
  time.advance(1_000);
  session.text('{"result":null,"id":1}');
  session.text('{"error":{"code":2,"msg":"Invalid request"},"id":3}');
  session.text('{"result":null,"id":99}');
  expect(ready).toEqual([]);
  session.text('{"result":null,"id":2}');
  expect(ready).toEqual(['refuses COIN200USDT']);
  expect(failed).toEqual([]);
});

it('watches the age of the connection while it is open', () => {
  const { time } = openSession(1);
  time.advance(3 * DAY_MS);
  expect(time.pendingTimers).toBe(1);
});
