import { expect, it } from 'vitest';
import { BACKGROUND_INTERVAL_MS, createDrawPace, type PaceSchedule } from './draw-pace.ts';

/** A clock with one timer, advanced manually. */
function createFakeSchedule() {
  let nowMs = 0;
  let timer: { readonly atMs: number; readonly run: () => void } | undefined;
  const schedule: PaceSchedule = {
    now: () => nowMs,
    after(delayMs, run) {
      timer = { atMs: nowMs + delayMs, run };
      return () => {
        timer = undefined;
      };
    },
  };
  const passTo = (atMs: number) => {
    const due = timer;
    if (due !== undefined && due.atMs <= atMs) {
      nowMs = due.atMs;
      timer = undefined;
      due.run();
    }
    nowMs = atMs;
  };
  return { schedule, passTo, hasTimer: () => timer !== undefined };
}

function createPace(intervalMs: number) {
  const { schedule, passTo, hasTimer } = createFakeSchedule();
  const drawn: { readonly atMs: number; readonly prices: readonly number[] }[] = [];
  const pace = createDrawPace<number>(
    intervalMs,
    (prices) => drawn.push({ atMs: schedule.now(), prices }),
    schedule,
  );
  return { pace, drawn, passTo, hasTimer };
}

it('draws every price of the chart that the ticket trades', () => {
  const { pace, drawn, passTo } = createPace(0);
  for (const [at, price] of [100, 101, 102].entries()) {
    passTo(at * 250);
    pace.add(price);
  }
  expect(drawn).toEqual([
    { atMs: 0, prices: [100] },
    { atMs: 250, prices: [101] },
    { atMs: 500, prices: [102] },
  ]);
});

it('draws the others at most twice a second, with every price between', () => {
  const { pace, drawn, passTo } = createPace(BACKGROUND_INTERVAL_MS);
  // Prices come a little early and a little late.
  for (const [at, price] of [
    [0, 100],
    [240, 130],
    [495, 101],
    [760, 70],
    [990, 102],
  ] as const) {
    passTo(at);
    pace.add(price);
  }
  expect(drawn).toEqual([
    { atMs: 0, prices: [100] },
    { atMs: 495, prices: [130, 101] },
    { atMs: 990, prices: [70, 102] },
  ]);
});

it('draws a last price within half a second', () => {
  const { pace, drawn, passTo, hasTimer } = createPace(BACKGROUND_INTERVAL_MS);
  pace.add(100);
  passTo(10);
  pace.add(101);
  passTo(2_000);
  expect(drawn).toEqual([
    { atMs: 0, prices: [100] },
    { atMs: 500, prices: [101] },
  ]);
  expect(hasTimer()).toBe(false);
});

it('draws what waits when it ends, and nothing afterwards', () => {
  const { pace, drawn, passTo, hasTimer } = createPace(BACKGROUND_INTERVAL_MS);
  pace.add(100);
  passTo(100);
  pace.add(101);
  pace.close();
  passTo(2_000);
  expect(drawn.map(({ prices }) => prices)).toEqual([[100], [101]]);
  expect(hasTimer()).toBe(false);
});
