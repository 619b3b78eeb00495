import fc from 'fast-check';
import { expect, it } from 'vitest';
import { points } from '#instrument/instrument.ts';
import { cents } from '#money/money.ts';
import { trailingStop, type PositionId } from '#position/position.ts';
import { restarted, StoredMarks } from '../testing/restarted.ts';
import { createTestEngine, summaryOf, type TestEngine } from '../testing/test-engine.ts';
import { createEngineState } from '../rebuild.ts';
import { BROKER_ACCOUNT_ID } from '../command.ts';

const OPENING = {
  kind: 'open-position',
  accountId: 1,
  symbol: 'BTCUSD',
  amountCents: cents(100_000),
  leverage: 1,
  stopPoints: null,
  targetPoints: null,
} as const;

/**
 * Position 1 is a buy and 2 a sell at BTCUSD 10000 / 10010 points, each with a trailing stop 100
 * points from its best price.
 */
function prepared(): TestEngine {
  const engine = createTestEngine();
  engine.addAccount(1_000_000);
  engine.tick('BTCUSD', 10_000, 10_010);
  const { nowMs: atMs } = engine.clock;
  const trailDistance = points(100);
  engine.run({
    ...OPENING,
    atMs,
    direction: 'buy',
    requestedPoints: points(10_013),
    trailDistance,
  });
  engine.run({
    ...OPENING,
    atMs,
    direction: 'sell',
    requestedPoints: points(9_998),
    trailDistance,
  });
  return engine;
}

function stopOf(engine: TestEngine, id: PositionId): number | undefined {
  const position = engine.account().positions.get(id);
  const { direction = 'buy', trail } =
    position === undefined
      ? {}
      : (engine.state.books.get('BTCUSD')?.levels.current(position) ?? {});
  return trail === undefined ? undefined : trailingStop(direction, trail);
}

function setTrail(engine: TestEngine, positionId: PositionId, distance: number | null) {
  const trailDistance = distance === null ? null : points(distance);
  const { nowMs: atMs } = engine.clock;
  return engine.run({ kind: 'update-position', accountId: 1, atMs, positionId, trailDistance });
}

it('follows the best price and never moves back', () => {
  const engine = prepared();
  // Rows of [bid, ask, stop of the buy, stop of the sell] in points, computed by hand.
  const table = [
    [10_000, 10_010, 9_900, 10_110],
    [10_050, 10_060, 9_950, 10_110],
    [9_990, 10_000, 9_950, 10_100],
    [10_060, 10_070, 9_960, 10_100],
    [9_980, 9_985, 9_960, 10_085],
  ] as const;
  for (const [bid, ask, buyStop, sellStop] of table) {
    engine.tick('BTCUSD', bid, ask);
    expect([stopOf(engine, 1), stopOf(engine, 2)]).toEqual([buyStop, sellStop]);
  }
  // The buy's trailing stop is at 9960: one point above it nothing happens, and at 9960 the
  // position closes.
  expect(engine.tick('BTCUSD', 9_961, 9_971)).toEqual([]);
  const [closed] = engine.tick('BTCUSD', 9_960, 9_970);
  expect(summaryOf(closed === undefined ? [] : [closed])).toEqual([
    // 100000 × (9960 − 10013) / 10013 = −529.31…
    [1, 'stop-loss', 9_960, -529],
  ]);
  expect(closed).toMatchObject({
    position: { trail: { distance: 100, bestPoints: 10_060 }, stopPoints: null },
  });
});

it('closes at the fixed or the trailing stop, whichever is reached first', () => {
  const engine = prepared();
  engine.run({
    kind: 'update-position',
    accountId: 1,
    atMs: engine.clock.nowMs,
    positionId: 1,
    stopPoints: points(9_950),
  });
  expect(summaryOf(engine.tick('BTCUSD', 9_951, 9_961))).toEqual([]);
  expect(summaryOf(engine.tick('BTCUSD', 9_950, 9_960))).toEqual([[1, 'stop-loss', 9_950, -629]]);
});

it('restarts with another distance, continues with the same and ends with none', () => {
  const engine = prepared();
  engine.tick('BTCUSD', 10_200, 10_210);
  engine.tick('BTCUSD', 10_150, 10_160);
  expect(setTrail(engine, 1, 100)).toEqual({ kind: 'decided', events: [] });
  expect(stopOf(engine, 1)).toBe(10_100);
  setTrail(engine, 1, 150);
  expect(stopOf(engine, 1)).toBe(10_000);
  expect(setTrail(engine, 1, null)).toMatchObject({ events: [{ trail: null }] });
  expect(stopOf(engine, 1)).toBeUndefined();
  expect(engine.tick('BTCUSD', 9_700, 9_710)).toEqual([]);
});

it.each([
  // The minimum distance is 0.1 % of the price: 10 points of 10000, and 10.01 of 10010, rounded up
  // to 11.
  [1, 9, 'trail-invalid', { minimum: 0.1, maximum: 99.99 }],
  [2, 10, 'trail-invalid', { minimum: 0.11, maximum: 100.09 }],
  [1, 10_000, 'trail-invalid', { minimum: 0.1, maximum: 99.99 }],
] as const)('rejects for position %i a distance of %i points', (id, distance, code, facts) => {
  expect(setTrail(prepared(), id, distance)).toEqual({
    kind: 'refused',
    rejection: { code, facts },
  });
});

it('accepts the smallest and the largest distance', () => {
  expect(setTrail(prepared(), 1, 10)).toMatchObject({ kind: 'decided' });
  expect(setTrail(prepared(), 2, 11)).toMatchObject({ kind: 'decided' });
  expect(setTrail(prepared(), 1, 9_999)).toMatchObject({ kind: 'decided' });
});

it('rejects a trailing stop on a guaranteed position', () => {
  const engine = createTestEngine();
  engine.addAccount(1_000_000, { hasGuaranteedStop: true });
  engine.tick('BTCUSD', 10_000, 10_010);
  const opening = { ...OPENING, atMs: engine.clock.nowMs, direction: 'buy' } as const;
  const seen = { requestedPoints: points(10_013) };
  expect(engine.run({ ...opening, ...seen, trailDistance: points(100) })).toEqual({
    kind: 'refused',
    rejection: { code: 'trail-unavailable', facts: {} },
  });
  engine.run({ ...opening, ...seen });
  expect(setTrail(engine, 1, 100)).toMatchObject({ rejection: { code: 'trail-unavailable' } });
});

it('does not move while its symbol is not live, and closes at the first live quote', () => {
  const engine = prepared();
  engine.setState('BTCUSD', 'halted');
  engine.tick('BTCUSD', 10_500, 10_510);
  expect(stopOf(engine, 1)).toBe(9_900);
  engine.tick('BTCUSD', 9_000, 9_010);
  expect(engine.account().positions.has(1)).toBe(true);
  engine.setState('BTCUSD', 'live');
  expect(summaryOf(engine.tick('BTCUSD', 9_800, 9_810))).toMatchObject([
    [1, 'stop-loss', 9_800, -2127],
  ]);
});

it('keeps the trailing stop after a partial close, and records it in the closed part', () => {
  const engine = prepared();
  engine.tick('BTCUSD', 10_100, 10_110);
  const decision = engine.close(1, 40_000);
  expect(decision).toMatchObject({
    events: [{ closed: { id: 3, trail: { distance: 100, bestPoints: 10_100 } } }],
  });
  expect(stopOf(engine, 1)).toBe(10_000);
});

it('adjusts best price and distance at a split, rounded away from the price', () => {
  const engine = prepared();
  engine.tick('BTCUSD', 10_055, 10_065);
  engine.setState('BTCUSD', 'halted');
  const { nowMs: atMs } = engine.clock;
  const split = { newUnits: 3, oldUnits: 1, symbol: 'BTCUSD', action: 'split:1' };
  const decision = engine.run({
    kind: 'split-symbol',
    accountId: BROKER_ACCOUNT_ID,
    atMs,
    ...split,
  });
  // After the 3:1 split, the buy's best price is 10055 / 3 = 3351.67, rounded down, and its
  // distance 100 / 3 = 33.3, rounded up. The sell's best price is 10010 / 3 = 3336.67, rounded up.
  expect(decision).toMatchObject({
    events: expect.arrayContaining([
      expect.objectContaining({
        trail: expect.objectContaining({ distance: 34, bestPoints: 3_351 }),
      }),
      expect.objectContaining({
        trail: expect.objectContaining({ distance: 34, bestPoints: 3_337 }),
      }),
    ]),
  });
  expect([stopOf(engine, 1), stopOf(engine, 2)]).toEqual([3_317, 3_371]);
});

it('does not move the stop at a dividend', () => {
  const engine = prepared();
  engine.setState('BTCUSD', 'halted');
  const { nowMs: atMs } = engine.clock;
  const dividend = { symbol: 'BTCUSD', micros: 500_000, action: 'dividend:1' };
  engine.run({ kind: 'pay-dividend', accountId: BROKER_ACCOUNT_ID, atMs, ...dividend });
  expect([stopOf(engine, 1), stopOf(engine, 2)]).toEqual([9_900, 10_110]);
});

it('stores one mark for all stops with the same best price, and nothing while it is unchanged', () => {
  const engine = prepared();
  const record = () => engine.run({ kind: 'record-trails', atMs: engine.clock.nowMs });
  expect(record()).toEqual({ kind: 'decided', events: [] });
  engine.tick('BTCUSD', 10_050, 10_060);
  engine.tick('BTCUSD', 10_080, 10_090);
  const [first] = eventsOf(record());
  expect(first).toMatchObject({
    symbol: 'BTCUSD',
    marks: [{ direction: 'buy', points: 10_080 }],
    dropped: [],
  });
  expect(record()).toEqual({ kind: 'decided', events: [] });
  engine.tick('BTCUSD', 10_090, 10_100);
  expect(eventsOf(record())).toMatchObject([
    { marks: [{ points: 10_090 }], dropped: [{ points: 10_080 }] },
  ]);
  engine.close(1);
  expect(eventsOf(record())).toMatchObject([{ marks: [], dropped: [{ points: 10_090 }] }]);
});

function eventsOf(decision: ReturnType<TestEngine['run']>) {
  return decision.kind === 'decided' ? decision.events : [];
}

it('is after a restart at least at the last stored mark', () => {
  const engine = prepared();
  const marks = new StoredMarks();
  engine.tick('BTCUSD', 10_080, 10_090);
  for (const event of eventsOf(engine.run({ kind: 'record-trails', atMs: engine.clock.nowMs }))) {
    marks.note(event);
  }
  engine.tick('BTCUSD', 10_070, 10_080);
  // This trailing stop is set after the mark, so prices seen before do not count as its best price.
  setTrail(engine, 2, 200);
  engine.tick('BTCUSD', 10_085, 10_095);
  const { rules, instruments, nextPositionId } = engine.state;
  const empty = createEngineState({ rules, instruments: instruments.values(), nextPositionId });
  const after = { ...engine, state: restarted(engine.state, empty, undefined, marks) };
  const [buy, sell] = [engine.account().positions.get(1), engine.account().positions.get(2)];
  const current = (position: typeof buy) =>
    position && after.state.books.get('BTCUSD')?.levels.current(position).trail?.bestPoints;
  // The best price of 10085 came after the last stored mark, so the restart loses it.
  expect([current(buy), current(sell)]).toEqual([10_080, 10_080]);
});

it('never moves a stop back, and closes exactly when the price has reversed by the distance', () => {
  const moves = fc.array(fc.integer({ min: -120, max: 120 }), { maxLength: 60 });
  fc.assert(
    fc.property(moves, fc.constantFrom('buy' as const, 'sell' as const), (steps, direction) => {
      const engine = prepared();
      const [id, other] = direction === 'buy' ? [1, 2] : [2, 1];
      engine.close(other);
      const sign = direction === 'buy' ? 1 : -1;
      let price = direction === 'buy' ? 10_000 : 10_010;
      let best = price;
      for (const step of steps) {
        const before = stopOf(engine, id);
        price += step;
        const [bid, ask] = direction === 'buy' ? [price, price + 10] : [price - 10, price];
        engine.tick('BTCUSD', bid, ask);
        const isBack = sign * (best - price) >= 100;
        expect(engine.account().positions.has(id)).toBe(!isBack);
        if (isBack) return;
        best = sign * price > sign * best ? price : best;
        const after = stopOf(engine, id) ?? Number.NaN;
        expect(sign * after).toBeGreaterThanOrEqual(sign * (before ?? Number.NaN));
        expect(after).toBe(best - sign * 100);
      }
    }),
  );
});

it('gives the position of an entry order its trailing stop, from the quote that fills it', () => {
  const engine = prepared();
  const { nowMs: atMs } = engine.clock;
  const placing = {
    kind: 'place-order',
    accountId: 1,
    atMs,
    symbol: 'BTCUSD',
    direction: 'buy',
    orderKind: 'stop',
    amountCents: cents(10_000),
    leverage: 1,
    points: points(10_020),
    stopPoints: null,
    stopDistance: null,
    targetPoints: null,
    targetDistance: null,
    expiry: 'gtc',
    expiresAtMs: null,
    ocoId: null,
  } as const;
  expect(
    engine.run({ ...placing, stopDistance: points(50), trailDistance: points(50) }),
  ).toMatchObject({ rejection: { code: 'trail-unavailable' } });
  expect(engine.run({ ...placing, trailDistance: points(5) })).toMatchObject({
    rejection: { code: 'trail-invalid' },
  });
  engine.run({ ...placing, trailDistance: points(50) });
  engine.tick('BTCUSD', 10_030, 10_040);
  engine.run({ kind: 'trigger-order', accountId: 1, atMs, orderId: 1 });
  expect(engine.account().positions.get(3)).toMatchObject({
    stopPoints: null,
    trail: { distance: 50, bestPoints: 10_030 },
  });
});
