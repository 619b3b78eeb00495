import { MINUTE_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import {
  CODE_LIMITS,
  createThrottle,
  MAIL_LIMITS,
  PASSWORD_LIMITS,
  SECOND_FACTOR_LIMITS,
  SIGN_UP_LIMITS,
} from './throttle.ts';

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

it('delays the account from every site that failed there, but no other account', () => {
  const { throttle } = held();
  for (let count = 0; count < 5; count += 1) {
    throttle.admit({ account: 'a@example.com', network: `198.51.${count}.0` });
  }
  for (const network of ['198.51.0.0', '198.51.4.255']) {
    expect(throttle.admit({ account: 'a@example.com', network }).kind).toBe('delayed');
    expect(throttle.admit({ account: 'b@example.com', network }).kind).toBe('admitted');
  }
});

it('lets a site try once at an account under attack, and so at most 50 in 15 minutes', () => {
  const { clock, throttle } = held();
  const attempt = { account: 'a@example.com', network: HOME };
  for (let count = 0; count < 5; count += 1) throttle.admitKnown(attempt);
  const admitted = (): number => {
    let count = 0;
    for (let site = 0; site < 100; site += 1) {
      const network = `198.51.${site}.7`;
      if (throttle.admit({ ...attempt, network }).kind === 'admitted') count += 1;
      // Another address of the site is no other site.
      expect(throttle.admit({ ...attempt, network: `198.51.${site}.8` }).kind).toBe('delayed');
    }
    return count;
  };
  expect(admitted()).toBe(50);
  expect(admitted()).toBe(0);
  clock.time += 15 * MINUTE_MS;
  throttle.admitKnown({ ...attempt, network: HOME });
  expect(throttle.admit({ ...attempt, network: '203.0.113.1' }).kind).toBe('admitted');
});

it('takes all of a /48 of IPv6 for one site', () => {
  const { throttle } = held();
  for (let count = 0; count < 300; count += 1) {
    const network = `2001:db8:1:${count.toString(16)}::/64`;
    throttle.admit({ account: `${count}@example.com`, network });
  }
  const attempt = (network: string) => throttle.admit({ account: 'new@example.com', network }).kind;
  expect(attempt('2001:db8:1:ffff::/64')).toBe('delayed');
  expect(attempt('2001:db8:2:1::/64')).toBe('admitted');
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

it('delays sites that failed when all together fail too often, for a minute at most', () => {
  const { clock, throttle } = held();
  for (let count = 0; count < 300; count += 1) {
    throttle.admit({ account: `${count}@example.com`, network: `10.0.${count % 20}.1` });
  }
  const attempt = { account: 'new@example.com', network: '10.0.7.2' };
  expect(throttle.admit(attempt)).toEqual({
    kind: 'delayed',
    retryAfterMs: MINUTE_MS,
    isLiftedForKnownNetwork: true,
  });
  clock.time += MINUTE_MS;
  expect(throttle.admit(attempt).kind).toBe('admitted');
});

const ATTACKS = [
  ['wrong passwords', PASSWORD_LIMITS],
  ['wrong second factors', SECOND_FACTOR_LIMITS],
  ['wrong codes', CODE_LIMITS],
  ['reset mails', MAIL_LIMITS],
  ['sign-ups of taken emails', SIGN_UP_LIMITS],
] as const;
it.each(ATTACKS)('leaves an innocent alone while 20 networks send %s', (_what, limits) => {
  const clock = { time: 1_000_000, nowMs: () => clock.time };
  const throttle = createThrottle(clock, limits);
  let innocents = 0;
  for (let second = 0; second < 20 * 60; second += 1) {
    clock.time += 1000;
    for (let count = 0; count < 100; count += 1) {
      const victim = `${second % 50}-${count}@example.com`;
      throttle.admit({ account: victim, network: `198.51.${count % 20}.9` });
    }
    if (second % 60 !== 59) continue;
    innocents += 1;
    const innocent = { account: `${innocents}@example.org`, network: `203.0.${innocents}.1` };
    expect(throttle.admit(innocent)).toEqual({ kind: 'admitted' });
    throttle.succeed(innocent);
  }
  expect(innocents).toBe(20);
});

it('lets the owner in from a new network while 20 networks guess at the account', () => {
  const { clock, throttle } = held();
  for (let second = 1; second <= 20 * 60; second += 1) {
    clock.time += 1000;
    const network = `198.51.${second % 20}.9`;
    throttle.admit({ account: 'a@example.com', network });
  }
  const owner = { account: 'a@example.com', network: HOME };
  expect(throttle.admit(owner)).toEqual({ kind: 'admitted' });
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
  const elsewhere = { ...first, network: '192.0.2.77' };
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
