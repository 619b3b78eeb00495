import { expect, it } from 'vitest';
import { cents } from '#money/money.ts';
import { HOUR_MS } from '#time/time.ts';
import type { EngineRules } from '../state.ts';
import { createWorld, START_MS, type Order, type World } from '../testing/world.ts';

const CUT_OFF_MS = START_MS + HOUR_MS;
const NIGHT = { day: '2023-11-14', cutOffAtMs: CUT_OFF_MS };
const RULES: Partial<EngineRules> = {
  financingBpsYear: { forex: { buy: 3_650, sell: -3_650 } },
};
const BUY: Order = {
  symbol: 'EURUSD',
  direction: 'buy',
  amountCents: 10_000,
  leverage: 10,
  seenPoints: 100_025,
};
/** One night's financing of € 100 × 10 at 36.5 % a year. */
const NIGHT_CENTS = 100;

function prepared(rules: Partial<EngineRules> = {}): World {
  const world = createWorld({ ...RULES, ...rules });
  world.addAccount(100_000);
  world.tick('EURUSD', 100_000, 100_000);
  world.run({ kind: 'set-nights', atMs: START_MS, nights: [NIGHT] });
  return world;
}

function moveTo(world: World, atMs: number): void {
  world.clock.nowMs = atMs;
  world.tick('EURUSD', 100_000, 100_000);
}

function chargeNight(world: World): void {
  const { nowMs: atMs } = world.clock;
  world.run({ kind: 'charge-financing', accountId: 1, atMs, ...NIGHT });
}

function listCharged(world: World): readonly (readonly [string, number])[] {
  return world.events.flatMap((event) => {
    const isCharge = event.kind === 'financing-charged';
    const isClose = event.kind === 'position-closed' || event.kind === 'position-reduced';
    const postings = isCharge ? event.postings : (isClose && event.financing) || [];
    return postings.map(({ reference, entries }): readonly [string, number] => [
      reference,
      entries[0]?.amountCents ?? 0,
    ]);
  });
}

it('charges a position that closes after 17:00 before the nightly task came', () => {
  const world = prepared();
  const id = world.open(BUY);
  moveTo(world, CUT_OFF_MS);
  world.close(id);
  chargeNight(world);
  expect(listCharged(world)).toEqual([['position:1', 0 - NIGHT_CENTS]]);
});

it('charges nothing again when the nightly task came first', () => {
  const world = prepared();
  const id = world.open(BUY);
  moveTo(world, CUT_OFF_MS + 1_500);
  chargeNight(world);
  world.close(id);
  expect(listCharged(world)).toEqual([['position:1', 0 - NIGHT_CENTS]]);
});

it('charges nothing before 17:00, nor what was opened then or later', () => {
  const world = prepared();
  const early = world.open(BUY);
  moveTo(world, CUT_OFF_MS - 1);
  world.close(early);
  moveTo(world, CUT_OFF_MS);
  const late = world.open(BUY);
  moveTo(world, CUT_OFF_MS + 1);
  world.close(late);
  expect(listCharged(world)).toEqual([]);
});

it('charges a part for itself, and the rest when its turn comes', () => {
  const world = prepared();
  const id = world.open(BUY);
  moveTo(world, CUT_OFF_MS);
  world.close(id, 4_000);
  chargeNight(world);
  expect(listCharged(world)).toEqual([
    ['position:2', -40],
    ['position:1', -60],
  ]);
});

it('charges on a stop, a target, a stop-out, a margin close-out and a close of all', () => {
  const closes: readonly ((world: World) => void)[] = [
    (world) => world.tick('EURUSD', 98_000, 98_000),
    (world) => world.tick('EURUSD', 102_000, 102_000),
    (world) => world.tick('EURUSD', 90_000, 90_000),
    (world) => world.run({ kind: 'close-positions', accountId: 1, atMs: CUT_OFF_MS, which: 'all' }),
  ];
  for (const close of closes) {
    const world = prepared();
    world.open({ ...BUY, stopPoints: 98_500, targetPoints: 101_000 });
    moveTo(world, CUT_OFF_MS);
    close(world);
    expect(world.account().positions.size).toBe(0);
    chargeNight(world);
    expect(listCharged(world)).toEqual([['position:1', 0 - NIGHT_CENTS]]);
  }
  const world = prepared();
  for (let count = 0; count < 9; count += 1) world.open({ ...BUY, leverage: 10 });
  moveTo(world, CUT_OFF_MS);
  // The margin level is 49.9 % here, because the overnight financing paid by the first closes
  // reduces equity as well.
  world.tick('EURUSD', 95_000, 95_000);
  expect(listCharged(world)).toHaveLength(9 - world.account().positions.size);
});

it('charges each night once in whatever order closes and the nightly task come', () => {
  const nights = [NIGHT, { day: '2023-11-15', cutOffAtMs: CUT_OFF_MS + 24 * HOUR_MS }];
  for (const isChargedFirst of [true, false]) {
    const world = prepared();
    const id = world.open(BUY);
    world.run({ kind: 'set-nights', atMs: START_MS, nights });
    moveTo(world, CUT_OFF_MS + 24 * HOUR_MS);
    if (isChargedFirst) chargeNight(world);
    world.close(id);
    if (!isChargedFirst) chargeNight(world);
    expect(listCharged(world)).toEqual([
      ['position:1', 0 - NIGHT_CENTS],
      ['position:1', 0 - NIGHT_CENTS],
    ]);
  }
});

it('pays a sell that earns overnight financing, and takes credit after cash', () => {
  const sell = prepared();
  const id = sell.open({ ...BUY, direction: 'sell', seenPoints: 99_975 });
  moveTo(sell, CUT_OFF_MS);
  sell.close(id);
  expect(listCharged(sell)).toEqual([['position:1', NIGHT_CENTS]]);
  expect(sell.account().cashCents).toBe(100_000 + NIGHT_CENTS + cents(-25));
});
