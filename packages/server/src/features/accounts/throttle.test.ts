import { MINUTE_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import { createThrottle, PASSWORD_LIMITS } from './throttle.ts';

const HOME = '192.0.2.0/24';

function held(nowMs = 1_000_000) {
  const clock = { time: nowMs, nowMs: () => clock.time };
  return { clock, throttle: createThrottle(clock, PASSWORD_LIMITS) };
}

it('admits five failures of an account and then delays by 1, 2, 4 … 60 seconds', () => {
  const { clock, throttle } = held();
  const attempt = { account: 'a@example.com', network: HOME };
  for (let count = 0; count < 5; count += 1) {
    expect(throttle.admit(attempt)).toEqual({ kind: 'admitted' });
  }
  const delays: number[] = [];
  for (let count = 0; count < 8; count += 1) {
    const delayed = throttle.admit(attempt);
    if (delayed.kind === 'admitted') throw new Error('admitted too early');
    expect(delayed.isLiftedForKnownNetwork).toBe(true);
    delays.push(delayed.retryAfterMs / 1000);
    clock.time += delayed.retryAfterMs - 1;
    expect(throttle.admit(attempt).kind).toBe('delayed');
    clock.time += 1;
    expect(throttle.admit(attempt)).toEqual({ kind: 'admitted' });
  }
  expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
});

it('delays the account from every network, but no other account', () => {
  const { throttle } = held();
  for (let count = 0; count < 5; count += 1) {
    throttle.admit({ account: 'a@example.com', network: `198.51.${count}.0/24` });
  }
  expect(throttle.admit({ account: 'a@example.com', network: HOME }).kind).toBe('delayed');
  expect(throttle.admit({ account: 'b@example.com', network: HOME }).kind).toBe('admitted');
});

it('delays a network that tries many accounts, known or not', () => {
  const { throttle } = held();
  for (let count = 0; count < 20; count += 1) {
    expect(throttle.admit({ account: `${count}@example.com`, network: HOME }).kind).toBe(
      'admitted',
    );
  }
  expect(throttle.admit({ account: 'new@example.com', network: HOME })).toMatchObject({
    kind: 'delayed',
    isLiftedForKnownNetwork: false,
  });
  expect(throttle.admit({ account: 'new@example.com', network: '203.0.113.0/24' }).kind).toBe(
    'admitted',
  );
});

it('delays strangers when all of them together fail too often, for a minute at most', () => {
  const { clock, throttle } = held();
  for (let count = 0; count < 300; count += 1) {
    throttle.admit({ account: `${count}@example.com`, network: `10.0.${count}.0/24` });
  }
  expect(throttle.admit({ account: 'new@example.com', network: HOME })).toEqual({
    kind: 'delayed',
    retryAfterMs: MINUTE_MS,
    isLiftedForKnownNetwork: true,
  });
  clock.time += MINUTE_MS;
  expect(throttle.admit({ account: 'new@example.com', network: HOME }).kind).toBe('admitted');
});

it('forgets an account when it signs in, and an attempt that was not judged', () => {
  const { throttle } = held();
  const attempt = { account: 'a@example.com', network: HOME };
  for (let count = 0; count < 5; count += 1) throttle.admit(attempt);
  throttle.release(attempt);
  expect(throttle.admit(attempt).kind).toBe('admitted');
  throttle.succeed(attempt);
  for (let count = 0; count < 5; count += 1) {
    expect(throttle.admit(attempt).kind).toBe('admitted');
  }
});

it('forgets failures after a quarter of an hour', () => {
  const { clock, throttle } = held();
  const attempt = { account: 'a@example.com', network: HOME };
  for (let count = 0; count < 5; count += 1) throttle.admit(attempt);
  throttle.admitKnown(attempt);
  clock.time += 15 * MINUTE_MS;
  for (let count = 0; count < 5; count += 1) {
    expect(throttle.admit(attempt).kind).toBe('admitted');
  }
});

it('remembers at most 100,000 accounts and drops the one that failed longest ago', () => {
  const { clock, throttle } = held();
  const first = { account: 'first@example.com', network: HOME };
  const elsewhere = { ...first, network: '203.0.113.0/24' };
  throttle.admitKnown({ account: 'start of the minute', network: 'n' });
  clock.time += 59_000;
  for (let count = 0; count < 20; count += 1) throttle.admitKnown(first);
  for (let count = 0; count < 99_999; count += 1) {
    throttle.admitKnown({ account: `${count}@example.com`, network: 'n' });
  }
  clock.time += 1000;
  expect(throttle.admit(elsewhere).kind).toBe('delayed');
  throttle.admitKnown({ account: 'one too many', network: 'n' });
  expect(throttle.admit(elsewhere).kind).toBe('admitted');
});
