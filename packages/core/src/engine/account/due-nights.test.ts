import { expect, it } from 'vitest';
import { cents } from '#money/money.ts';
import { HOUR_MS } from '#time/time.ts';
import type { EngineRules } from '../state.ts';
import { createTestEngine, START_MS, type Order, type TestEngine } from '../testing/test-engine.ts';

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
  requestedPoints: 100_025,
};
/** One night's financing of € 100 × 10 at 36.5 % a year. */
const NIGHT_CENTS = 100;

function prepared(rules: Partial<EngineRules> = {}): TestEngine {
  const engine = createTestEngine({ ...RULES, ...rules });
  engine.addAccount(100_000);
  engine.tick('EURUSD', 100_000, 100_000);
  engine.run({ kind: 'set-nights', atMs: START_MS, nights: [NIGHT] });
  return engine;
}

function moveTo(engine: TestEngine, atMs: number): void {
  engine.clock.nowMs = atMs;
  engine.tick('EURUSD', 100_000, 100_000);
}

function chargeNight(engine: TestEngine): void {
  const { nowMs: atMs } = engine.clock;
  engine.run({ kind: 'charge-financing', accountId: 1, atMs, ...NIGHT });
}

function listCharged(engine: TestEngine): readonly (readonly [string, number])[] {
  return engine.events.flatMap((event) => {
    const isCharge = event.kind === 'financing-charged';
    const isClose = event.kind === 'position-closed' || event.kind === 'position-reduced';
    const postings = isCharge ? event.postings : (isClose && event.financing) || [];
    return postings.map(({ reference, entries }): readonly [string, number] => [
      reference,
      entries[0]?.amountCents ?? 0,
    ]);
  });
}

it('charges overnight financing at a close after 17:00 if the nightly task has not run yet', () => {
  const engine = prepared();
  const id = engine.open(BUY);
  moveTo(engine, CUT_OFF_MS);
  engine.close(id);
  chargeNight(engine);
  expect(listCharged(engine)).toEqual([['position:1', 0 - NIGHT_CENTS]]);
});

it('charges nothing twice if the nightly task ran first', () => {
  const engine = prepared();
  const id = engine.open(BUY);
  moveTo(engine, CUT_OFF_MS + 1_500);
  chargeNight(engine);
  engine.close(id);
  expect(listCharged(engine)).toEqual([['position:1', 0 - NIGHT_CENTS]]);
});

it('charges nothing before 17:00, and nothing for positions opened at or after 17:00', () => {
  const engine = prepared();
  const early = engine.open(BUY);
  moveTo(engine, CUT_OFF_MS - 1);
  engine.close(early);
  moveTo(engine, CUT_OFF_MS);
  const late = engine.open(BUY);
  moveTo(engine, CUT_OFF_MS + 1);
  engine.close(late);
  expect(listCharged(engine)).toEqual([]);
});

it('charges a closed part its share, and the rest when it is due', () => {
  const engine = prepared();
  const id = engine.open(BUY);
  moveTo(engine, CUT_OFF_MS);
  engine.close(id, 4_000);
  chargeNight(engine);
  expect(listCharged(engine)).toEqual([
    ['position:2', -40],
    ['position:1', -60],
  ]);
});

it('charges on a stop loss, a take profit, a stop-out, a margin close-out and a close of all', () => {
  const closes: readonly ((engine: TestEngine) => void)[] = [
    (engine) => engine.tick('EURUSD', 98_000, 98_000),
    (engine) => engine.tick('EURUSD', 102_000, 102_000),
    (engine) => engine.tick('EURUSD', 90_000, 90_000),
    (engine) =>
      engine.run({ kind: 'close-positions', accountId: 1, atMs: CUT_OFF_MS, which: 'all' }),
  ];
  for (const close of closes) {
    const engine = prepared();
    engine.open({ ...BUY, stopPoints: 98_500, targetPoints: 101_000 });
    moveTo(engine, CUT_OFF_MS);
    close(engine);
    expect(engine.account().positions.size).toBe(0);
    chargeNight(engine);
    expect(listCharged(engine)).toEqual([['position:1', 0 - NIGHT_CENTS]]);
  }
  const engine = prepared();
  for (let count = 0; count < 9; count += 1) engine.open({ ...BUY, leverage: 10 });
  moveTo(engine, CUT_OFF_MS);
  // The margin level is 49.9 % here, because the overnight financing paid by the first closes
  // reduces equity as well.
  engine.tick('EURUSD', 95_000, 95_000);
  expect(listCharged(engine)).toHaveLength(9 - engine.account().positions.size);
});

it('charges each night once, whatever the order of closes and the nightly task', () => {
  const nights = [NIGHT, { day: '2023-11-15', cutOffAtMs: CUT_OFF_MS + 24 * HOUR_MS }];
  for (const isChargedFirst of [true, false]) {
    const engine = prepared();
    const id = engine.open(BUY);
    engine.run({ kind: 'set-nights', atMs: START_MS, nights });
    moveTo(engine, CUT_OFF_MS + 24 * HOUR_MS);
    if (isChargedFirst) chargeNight(engine);
    engine.close(id);
    if (!isChargedFirst) chargeNight(engine);
    expect(listCharged(engine)).toEqual([
      ['position:1', 0 - NIGHT_CENTS],
      ['position:1', 0 - NIGHT_CENTS],
    ]);
  }
});

it('credits a sell that earns overnight financing, and debits cash before credit', () => {
  const sell = prepared();
  const id = sell.open({ ...BUY, direction: 'sell', requestedPoints: 99_975 });
  moveTo(sell, CUT_OFF_MS);
  sell.close(id);
  expect(listCharged(sell)).toEqual([['position:1', NIGHT_CENTS]]);
  expect(sell.account().cashCents).toBe(100_000 + NIGHT_CENTS + cents(-25));
});
