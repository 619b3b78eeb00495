import { MINUTE_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import { createCountsInMemory } from './counts.ts';
import {
  CODE_LIMITS,
  MAIL_LIMITS,
  PASSWORD_LIMITS,
  SECOND_FACTOR_LIMITS,
  SIGN_UP_LIMITS,
} from './limits.ts';
import { createThrottle } from './throttle.ts';

const HOME = '192.0.2.0/24';

function held(nowMs = 1_000_000) {
  const clock = { time: nowMs, nowMs: () => clock.time };
  return {
    clock,
    throttle: createThrottle({ clock, limits: PASSWORD_LIMITS, counts: createCountsInMemory() }),
  };
}

it('admits five failures of an account and then delays by 1, 2, 4 … 60 seconds', async () => {
  const { clock, throttle } = held();
  const attempt = { account: 'a@example.com', network: HOME };
  for (let count = 0; count < 5; count += 1) {
    expect(await throttle.admit(attempt)).toEqual({ kind: 'admitted' });
  }
  const delays: number[] = [];
  for (let count = 0; count < 8; count += 1) {
    const delayed = await throttle.admit(attempt);
    if (delayed.kind !== 'delayed') throw new Error('admitted too early');
    expect(delayed.isLiftedForKnownNetwork).toBe(true);
    delays.push(delayed.retryAfterMs / 1000);
    clock.time += delayed.retryAfterMs - 1;
    expect((await throttle.admit(attempt)).kind).toBe('delayed');
    clock.time += 1;
    expect(await throttle.admit(attempt)).toEqual({ kind: 'admitted' });
  }
  expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
});

it('delays the account for every network that failed, but no other account', async () => {
  const { throttle } = held();
  for (let count = 0; count < 5; count += 1) {
    await throttle.admit({ account: 'a@example.com', network: `198.51.${count}.0` });
  }
  for (const network of ['198.51.0.0', '198.51.4.255']) {
    expect((await throttle.admit({ account: 'a@example.com', network })).kind).toBe('delayed');
    expect((await throttle.admit({ account: 'b@example.com', network })).kind).toBe('admitted');
  }
});

it('allows a network one attempt at an attacked account, and at most 50 networks in 15 minutes', async () => {
  const { clock, throttle } = held();
  const attempt = { account: 'a@example.com', network: HOME };
  for (let count = 0; count < 5; count += 1) await throttle.admitKnown(attempt);
  const admitted = async (): Promise<number> => {
    let count = 0;
    for (let site = 0; site < 100; site += 1) {
      const network = `198.51.${site}.7`;
      if ((await throttle.admit({ ...attempt, network })).kind === 'admitted') count += 1;
      // Another address of the same site counts as the same site.
      expect((await throttle.admit({ ...attempt, network: `198.51.${site}.8` })).kind).toBe(
        'delayed',
      );
    }
    return count;
  };
  expect(await admitted()).toBe(50);
  expect(await admitted()).toBe(0);
  clock.time += 15 * MINUTE_MS;
  await throttle.admitKnown({ ...attempt, network: HOME });
  expect((await throttle.admit({ ...attempt, network: '203.0.113.1' })).kind).toBe('admitted');
});

it('counts an IPv6 /48 as one network', async () => {
  const { throttle } = held();
  const attempt = { account: 'a@example.com', network: HOME };
  for (let count = 0; count < 5; count += 1) await throttle.admitKnown(attempt);
  const admit = async (network: string) => (await throttle.admit({ ...attempt, network })).kind;
  expect(await admit('2001:db8:1:1::/64')).toBe('admitted');
  expect(await admit('2001:db8:1:ffff::/64')).toBe('delayed');
  expect(await admit('2001:db8:2:1::/64')).toBe('admitted');
});

it('delays a network that tries many accounts, existing or not', async () => {
  const { throttle } = held();
  for (let count = 0; count < 20; count += 1) {
    expect((await throttle.admit({ account: `${count}@example.com`, network: HOME })).kind).toBe(
      'admitted',
    );
  }
  expect(await throttle.admit({ account: 'new@example.com', network: HOME })).toMatchObject({
    kind: 'delayed',
    isLiftedForKnownNetwork: false,
  });
  expect(
    (await throttle.admit({ account: 'new@example.com', network: '203.0.113.0/24' })).kind,
  ).toBe('admitted');
});

it('requires proof of work from unknown clients when all together fail too often, until the minute ends', async () => {
  const { clock, throttle } = held();
  for (let count = 0; count < 300; count += 1) {
    await throttle.admit({ account: `${count}@example.com`, network: `10.0.${count}.1` });
  }
  const attempt = { account: 'new@example.com', network: '192.0.2.1' };
  expect(await throttle.admit(attempt)).toEqual({ kind: 'unproven', bits: 16 });
  expect((await throttle.admit({ ...attempt, isProven: true })).kind).toBe('admitted');
  clock.time += MINUTE_MS;
  expect((await throttle.admit(attempt)).kind).toBe('admitted');
});

it('doubles the work each time that the surge doubles, up to a limit', async () => {
  const { throttle } = held();
  const asked = new Set<number>();
  for (let count = 0; count < 300 * 40; count += 1) {
    const network = `10.${count >> 8}.${count & 255}.1`;
    const attempt = { account: `${count}@example.com`, network };
    const admission = await throttle.admit(attempt);
    if (admission.kind === 'unproven') asked.add(admission.bits);
    await throttle.admit({ ...attempt, isProven: true });
  }
  expect([...asked]).toEqual([16, 17, 18, 19, 20]);
});

const ATTACKS = [
  ['wrong passwords', PASSWORD_LIMITS],
  ['wrong second factors', SECOND_FACTOR_LIMITS],
  ['wrong codes', CODE_LIMITS],
  ['reset mails', MAIL_LIMITS],
  ['sign-ups of taken emails', SIGN_UP_LIMITS],
] as const;
const MINUTES = 5;
const BOTNETS = ATTACKS.flatMap(([what, limits]) => [
  [20, what, limits] as const,
  [50, what, limits] as const,
  [50_000, what, limits] as const,
]);
it.each(BOTNETS)(
  'admits new clients with a proof of work at once while %i networks send %s',
  async (size, _what, limits) => {
    const clock = { time: 1_000_000, nowMs: () => clock.time };
    const throttle = createThrottle({ clock, limits, counts: createCountsInMemory() });
    let newcomers = 0;
    let inMinute = 0;
    let most = 0;
    for (let second = 0; second < MINUTES * 60; second += 1) {
      clock.time += 1000;
      for (let count = 0; count < 100; count += 1) {
        const bot = (second * 100 + count) % size;
        const account = `${second % 50}-${count}@example.com`;
        const attempt = { account, network: `10.${bot >> 8}.${bot & 255}.9` };
        if ((await throttle.admit(attempt)).kind === 'admitted') inMinute += 1;
      }
      most = Math.max(most, inMinute);
      if (second % 60 !== 59) continue;
      inMinute = 0;
      newcomers += 1;
      const newcomer = { account: `${newcomers}@example.org`, network: `203.0.${newcomers}.1` };
      const first = await throttle.admit(newcomer);
      expect(first.kind).not.toBe('delayed');
      if (first.kind === 'unproven') {
        expect((await throttle.admit({ ...newcomer, isProven: true })).kind).toBe('admitted');
      }
      await throttle.succeed(newcomer);
    }
    expect(newcomers).toBe(MINUTES);
    // Without a proof of work at most two limits are admitted: the minute of the limit can begin in
    // the middle of ours.
    expect(most).toBeLessThanOrEqual(2 * limits.everyoneFree);
  },
);

it('allows about 40 guesses per day at a second factor, from any number of networks', async () => {
  const clock = { time: 1_000_000, nowMs: () => clock.time };
  const throttle = createThrottle({
    clock,
    limits: SECOND_FACTOR_LIMITS,
    counts: createCountsInMemory(),
  });
  let guesses = 0;
  for (let second = 0; second < 3 * 24 * 60 * 60; second += 1) {
    clock.time += 1000;
    const network = `10.${(second >> 8) & 255}.${second & 255}.9`;
    const guess = { account: 'customer 7', network, isProven: true };
    if ((await throttle.admit(guess)).kind === 'admitted') guesses += 1;
  }
  expect(guesses).toBeLessThanOrEqual(3 * 40);
});

it('keeps the delay although guesses at a second factor pause for 15 minutes', async () => {
  const clock = { time: 1_000_000, nowMs: () => clock.time };
  const throttle = createThrottle({
    clock,
    limits: SECOND_FACTOR_LIMITS,
    counts: createCountsInMemory(),
  });
  let guesses = 0;
  for (let pause = 0; pause < 24 * 4; pause += 1) {
    clock.time += 15 * MINUTE_MS;
    for (let count = 0; count < 5; count += 1) {
      const network = `10.0.${pause}.${count}`;
      if ((await throttle.admit({ account: 'customer 7', network })).kind === 'admitted')
        guesses += 1;
    }
  }
  expect(guesses).toBeLessThanOrEqual(40);
});

it('admits the owner from a new network while 20 networks guess at the account', async () => {
  const { clock, throttle } = held();
  for (let second = 1; second <= 20 * 60; second += 1) {
    clock.time += 1000;
    const network = `198.51.${second % 20}.9`;
    await throttle.admit({ account: 'a@example.com', network });
  }
  const owner = { account: 'a@example.com', network: HOME };
  expect(await throttle.admit(owner)).toEqual({ kind: 'admitted' });
});

it('removes the failures of an account when it signs in, and an attempt without a result', async () => {
  const { throttle } = held();
  const attempt = { account: 'a@example.com', network: HOME };
  for (let count = 0; count < 5; count += 1) await throttle.admit(attempt);
  await throttle.release(attempt);
  expect((await throttle.admit(attempt)).kind).toBe('admitted');
  await throttle.succeed(attempt);
  for (let count = 0; count < 5; count += 1) {
    expect((await throttle.admit(attempt)).kind).toBe('admitted');
  }
});

it('forgets failures after 15 minutes', async () => {
  const { clock, throttle } = held();
  const attempt = { account: 'a@example.com', network: HOME };
  for (let count = 0; count < 5; count += 1) await throttle.admit(attempt);
  await throttle.admitKnown(attempt);
  clock.time += 15 * MINUTE_MS;
  for (let count = 0; count < 5; count += 1) {
    expect((await throttle.admit(attempt)).kind).toBe('admitted');
  }
});

it('remembers at most 100,000 accounts and drops the one that failed longest ago', async () => {
  const { clock, throttle } = held();
  const first = { account: 'first@example.com', network: HOME };
  const elsewhere = { ...first, network: '192.0.2.77' };
  await throttle.admitKnown({ account: 'start of the minute', network: 'n' });
  clock.time += 59_000;
  for (let count = 0; count < 20; count += 1) await throttle.admitKnown(first);
  for (let count = 0; count < 99_999; count += 1) {
    await throttle.admitKnown({ account: `${count}@example.com`, network: 'n' });
  }
  clock.time += 1000;
  expect((await throttle.admit(elsewhere)).kind).toBe('delayed');
  await throttle.admitKnown({ account: 'one too many', network: 'n' });
  expect((await throttle.admit(elsewhere)).kind).toBe('admitted');
});
