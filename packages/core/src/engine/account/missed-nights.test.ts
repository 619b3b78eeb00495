// When the nightly task failed or the program was down for several days, a close charges all of
// them, as the task would have.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Posting } from '#ledger/ledger.ts';
import { DAY_MS } from '#time/time.ts';
import type { Event } from '../event.ts';
import type { EngineRules, Night } from '../state.ts';
import { createTestEngine, START_MS, type Order, type TestEngine } from '../testing/test-engine.ts';

const DAYS = [
  // 2023-11-14 was a Tuesday. Weekend days are charged like others, so no day counts three times.
  '2023-11-14',
  '2023-11-15',
  '2023-11-16',
  '2023-11-17',
  '2023-11-18',
  '2023-11-19',
];
const NIGHTS: readonly Night[] = DAYS.map((day, index) => ({
  day,
  cutOffAtMs: START_MS + (index + 1) * DAY_MS,
}));
const BUY: Order = {
  symbol: 'EURUSD',
  direction: 'buy',
  amountCents: 12_345,
  leverage: 10,
  requestedPoints: 100_025,
};

function prepared(rules: Partial<EngineRules> = {}): TestEngine {
  const engine = createTestEngine({
    financingBpsYear: { forex: { buy: 730, sell: -365 } },
    ...rules,
  });
  engine.addAccount(1_000_000);
  engine.tick('EURUSD', 100_000, 100_000);
  engine.run({ kind: 'set-nights', atMs: START_MS, nights: NIGHTS });
  return engine;
}

/** Moves the clock to just after this many financing days have begun. */
function moveBehind(engine: TestEngine, nights: number): void {
  engine.clock.nowMs = START_MS + nights * DAY_MS + 1;
  engine.tick('EURUSD', 100_000, 100_000);
}

function chargeNight(engine: TestEngine, night: Night): void {
  engine.run({ kind: 'charge-financing', accountId: 1, atMs: engine.clock.nowMs, ...night });
}

function chargesOf(event: Event): readonly Posting[] {
  if (event.kind === 'financing-charged') return event.postings;
  const isClose = event.kind === 'position-closed' || event.kind === 'position-reduced';
  return isClose ? (event.financing ?? []) : [];
}

/** The charged financing in cents by day, summed over all positions. */
function sumByDay(engine: TestEngine): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { uniqueKey, entries } of engine.events.flatMap(chargesOf)) {
    const day = uniqueKey.split(':')[1] ?? '';
    sums[day] = (sums[day] ?? 0) + (entries[0]?.amountCents ?? 0);
  }
  return sums;
}

// € 123.45 × 10 × 7.3 % ÷ 365 is 24.69 cents a day, and each day is rounded: 25 cents. A sell earns
// half of it, 12.345 cents: 12.
it.each([
  ['buy', 1, -25],
  ['buy', 2, -50],
  ['buy', 5, -125],
  ['sell', 1, 12],
  ['sell', 2, 24],
  ['sell', 5, 60],
] as const)('charges a %s that closes after %i nights %i cents', (direction, nights, cents) => {
  const engine = prepared();
  const requestedPoints = direction === 'buy' ? 100_025 : 99_975;
  const id = engine.open({ ...BUY, direction, requestedPoints });
  moveBehind(engine, nights);
  engine.close(id);
  const expected = DAYS.slice(0, nights).map((day) => [day, cents / nights]);
  expect(sumByDay(engine)).toEqual(Object.fromEntries(expected));
});

it('records the inputs of each charge', () => {
  const engine = prepared();
  const id = engine.open(BUY);
  moveBehind(engine, 1);
  engine.close(id, 2_345);
  chargeNight(engine, { day: '2023-11-14', cutOffAtMs: START_MS + DAY_MS });
  const postings = engine.events.flatMap(chargesOf);
  expect(postings.map(({ financing, entries }) => ({ ...financing, paid: entries[1] }))).toEqual([
    {
      amountCents: 12_345,
      remainingCents: 10_000,
      rateBpsYear: 730,
      // The closed part pays 5 cents: 25 for the whole position less 20 for the remainder.
      paid: { account: 'house:financing', customerId: null, amountCents: 5 },
    },
    {
      amountCents: 10_000,
      remainingCents: 0,
      rateBpsYear: 730,
      paid: { account: 'house:financing', customerId: null, amountCents: 20 },
    },
  ]);
});

it('charges at a full or partial close the same as the nightly task', () => {
  const orders = fc.record({
    amountCents: fc.integer({ min: 600, max: 100_000 }),
    leverage: fc.constantFrom(1, 3, 10, 30),
    direction: fc.constantFrom('buy' as const, 'sell' as const),
  });
  const rates = fc.integer({ min: -10_000, max: 10_000 });
  const parts = fc.array(fc.integer({ min: 100, max: 20_000 }), { maxLength: 4 });
  const runs = fc.integer({ min: 1, max: 5 });
  fc.assert(
    fc.property(orders, rates, parts, runs, (order, rate, partCents, nights) => {
      const requestedPoints = order.direction === 'buy' ? 100_025 : 99_975;
      const [nightly, atOnce] = [true, false].map((hasTask) => {
        const engine = prepared({ financingBpsYear: { forex: { buy: rate, sell: rate } } });
        const id = engine.open({ ...BUY, ...order, requestedPoints });
        for (let night = 1; night <= nights; night += 1) {
          moveBehind(engine, night);
          const begun = NIGHTS[night - 1];
          if (hasTask && begun !== undefined) chargeNight(engine, begun);
        }
        for (const part of partCents) engine.close(id, part);
        engine.close(id);
        expect(engine.account().positions.size).toBe(0);
        return { sums: sumByDay(engine), cashCents: engine.account().cashCents };
      });
      expect(atOnce).toEqual(nightly);
    }),
  );
});

it('charges nothing if more nights are due than the limit per charge', () => {
  const engine = prepared({ financingNightsMax: 5 });
  const id = engine.open(BUY);
  moveBehind(engine, 6);
  engine.close(id);
  expect(sumByDay(engine)).toEqual({});

  const allowed = prepared({ financingNightsMax: 5 });
  const held = allowed.open(BUY);
  moveBehind(allowed, 5);
  allowed.close(held);
  expect(Object.keys(sumByDay(allowed))).toHaveLength(5);
});

it('asserts that nights are consecutive and that the limit per charge is at least one', () => {
  const engine = prepared();
  const nights = NIGHTS.toReversed();
  expect(() => engine.run({ kind: 'set-nights', atMs: START_MS, nights })).toThrow(
    'ascending order',
  );
  expect(() => prepared({ financingNightsMax: 0 })).toThrow('nights per charge');
});
