import { MINUTE_MS } from '@halyard/core/time';
import { startBinanceServer } from '@halyard/testkit';
import { expect, it, onTestFinished } from 'vitest';
import {
  aMoment,
  createTime,
  evenChance,
  makeVendorCandles,
  NOW_MS,
  until,
} from '#adapter/testing/harness.ts';
import type { Scheduler } from '#clock/clock.ts';
import { FeedOutage, HttpGate } from './history.ts';

const SPACING_MS = 200;

async function startGate() {
  const time = createTime();
  const server = await startBinanceServer({ pingEveryMs: 0 });
  server.setCandles('BTCUSDT', '1m', makeVendorCandles(3, '1m', NOW_MS));
  const delays: number[] = [];
  const scheduler: Scheduler = {
    ...time.scheduler,
    after(delayMs, run) {
      delays.push(delayMs);
      return time.scheduler.after(delayMs, run);
    },
  };
  const gate = new HttpGate({
    name: 'Vendor',
    clock: time.clock,
    scheduler,
    chance: evenChance,
    headers: { 'x-key': 'secret' },
    spacingMs: SPACING_MS,
  });
  onTestFinished(async () => {
    gate.close();
    await server.close();
  });
  const ask = (signal?: AbortSignal) =>
    gate.getJson(new URL('/api/v3/klines?symbol=BTCUSDT&interval=1m', server.restUrl), signal);
  const untilAsked = async (count: number): Promise<void> => {
    await until(() => server.requests.length >= count, `request ${count}`);
    await aMoment();
    expect(server.requests).toHaveLength(count);
  };
  /** Waits until the gate delays a request, then advances the time by that delay. */
  const pass = async (waitMs: number): Promise<void> => {
    await until(() => delays.at(-1) === waitMs && time.pendingTimers === 1, `a wait of ${waitMs}`);
    time.advance(waitMs);
  };
  return { time, server, gate, ask, untilAsked, pass, delays };
}

it('sends its headers, and returns the numbers of the response as text', async () => {
  const { server, ask, time } = await startGate();
  const answer = await ask();
  if (!Array.isArray(answer)) throw new Error('an array');
  expect(answer.map((row) => row.slice(0, 2))).toEqual([
    [String(NOW_MS - 120_000), '1000.10'],
    [String(NOW_MS - MINUTE_MS), '1001.10'],
    [String(NOW_MS), '1002.10'],
  ]);
  expect(server.requests[0]?.headers).toMatchObject({ 'x-key': 'secret' });
  expect(time.pendingTimers).toBe(0);
});

it('sends one request at a time, in order, and not faster than allowed', async () => {
  const { ask, untilAsked, pass, time } = await startGate();
  const answers = [ask(), ask(), ask()];
  await answers[0];
  await untilAsked(1);
  await pass(SPACING_MS);
  await answers[1];
  await untilAsked(2);
  time.advance(SPACING_MS - 50);
  await untilAsked(2);
  time.advance(50);
  expect(await Promise.all(answers)).toHaveLength(3);
  await untilAsked(3);
});

it('waits as long as the vendor says after a 429, then continues', async () => {
  const { server, ask, untilAsked, pass } = await startGate();
  server.limitRate({ times: 2, retryAfterSeconds: 7 });
  const answers = [ask(), ask()];
  await untilAsked(1);
  await pass(7_000);
  await untilAsked(2);
  await pass(7_000);
  expect(await answers[0]).toHaveLength(3);
  await pass(SPACING_MS);
  expect(await answers[1]).toHaveLength(3);
  await untilAsked(4);
});

it('fails at once during a long wait, and sends nothing meanwhile', async () => {
  const { server, ask, untilAsked, time } = await startGate();
  server.limitRate({ times: 1, retryAfterSeconds: 120, status: 418 });
  await expect(ask()).rejects.toThrow('Vendor asks to wait until 2026-11-20T15:32:00.000Z');
  await expect(ask()).rejects.toThrow(FeedOutage);
  await untilAsked(1);
  time.advance(120_000);
  expect(await ask()).toHaveLength(3);
});

it('tries a failing vendor four times with growing waits', async () => {
  const { server, ask, untilAsked, pass } = await startGate();
  server.refuseConnections(true);
  const reported = ask().catch(String);
  for (const waitMs of [750, 1_500, 3_000]) await pass(waitMs);
  expect(await reported).toMatch(/^FeedOutage: Vendor no connection/);
  await untilAsked(0);
});

it('fails at once where a retry cannot help', async () => {
  const { server, gate, untilAsked, time } = await startGate();
  const wrong = new URL('/api/v3/klines?symbol=no!', server.restUrl);
  await expect(gate.getJson(wrong)).rejects.toThrow('Vendor answers HTTP 400');
  time.advance(SPACING_MS);
  const nowhere = new URL('/nowhere', server.restUrl);
  await expect(gate.getJson(nowhere)).rejects.toThrow('Vendor answers HTTP 404');
  await untilAsked(2);
});

it('times out and retries', async () => {
  const { server, ask, untilAsked, pass, time, delays } = await startGate();
  server.ignoreRequests(true);
  const answer = ask();
  await untilAsked(1);
  time.advance(14_999);
  await aMoment();
  expect(delays).toEqual([15_000]);
  server.ignoreRequests(false);
  time.advance(1);
  await pass(750);
  expect(await answer).toHaveLength(3);
  expect(server.requests).toHaveLength(2);
  expect(time.pendingTimers).toBe(0);
});

it('stops waiting when it is aborted or closed', async () => {
  const { gate, server, ask, delays, time } = await startGate();
  await ask();
  const untilWaiting = () => until(() => delays.at(-1) === SPACING_MS, 'waiting');
  const stopping = new AbortController();
  const stopped = ask(stopping.signal);
  await untilWaiting();
  stopping.abort();
  await expect(stopped).rejects.toThrow('Vendor stopped');
  expect(time.pendingTimers).toBe(0);
  delays.length = 0;
  const closed = ask();
  await untilWaiting();
  gate.close();
  await expect(closed).rejects.toThrow('Vendor stopped');
  await expect(ask()).rejects.toThrow('Vendor stopped');
  expect(time.pendingTimers).toBe(0);
  expect(server.requests).toHaveLength(1);
});

it('rejects requests beyond the limit of its queue', async () => {
  const { gate, ask } = await startGate();
  const asked = Array.from({ length: 65 }, () => ask().then(String, String));
  expect(await asked[64]).toBe('FeedOutage: Vendor too many requests are waiting');
  gate.close();
  expect(new Set((await Promise.all(asked)).slice(1, 64))).toEqual(
    new Set(['FeedOutage: Vendor stopped']),
  );
});
