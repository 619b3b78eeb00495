import { expect, it } from 'vitest';
import { points } from '#instrument/instrument.ts';
import { cents } from '#money/money.ts';
import { createTestEngine, START_MS, TERMS, type TestEngine } from './testing/test-engine.ts';

/** A buy of € 100 with leverage 30 at 1.15187; the price has risen to 1.16000 / 1.16008. */
function prepared(): TestEngine {
  const engine = createTestEngine();
  engine.addAccount(100_000);
  engine.tick('EURUSD', 115_150, 115_158);
  engine.open({
    symbol: 'EURUSD',
    direction: 'buy',
    amountCents: 10_000,
    leverage: 30,
    requestedPoints: 115_187,
    targetPoints: 120_000,
  });
  engine.clock.nowMs += 1_000;
  engine.tick('EURUSD', 116_000, 116_008);
  return engine;
}

it('closes at the sell price without a mark-up and books the profit [s-position-manual]', () => {
  const engine = prepared();
  const opened = engine.account().positions.get(1);
  // Profit in cents: 10,000 × 30 × 813 ÷ 115,187 = 2,117.4…
  expect(engine.close(1)).toEqual({
    kind: 'decided',
    events: [
      {
        kind: 'position-closed',
        position: {
          ...opened,
          closePoints: 116_000,
          closedAtMs: START_MS + 1_000,
          closeQuote: engine.state.markets.get('EURUSD')?.quote,
          closingReason: 'manually',
          profitCents: 2_117,
        },
        posting: {
          kind: 'trade',
          reference: 'position:1',
          uniqueKey: 'trade:position:1',
          atMs: START_MS + 1_000,
          entries: [
            { account: 'customer:cash', customerId: 1, amountCents: 2_117 },
            { account: 'house:trading', customerId: null, amountCents: -2_117 },
          ],
        },
      },
    ],
  });
  expect(engine.account().cashCents).toBe(102_117);
  expect(engine.account().positions.size).toBe(0);
});

it('closes no position before it was opened, whatever was sent first', () => {
  const engine = createTestEngine();
  engine.addAccount(100_000);
  engine.tick('EURUSD', 115_150, 115_158);
  engine.clock.nowMs += 5;
  engine.open({
    symbol: 'EURUSD',
    direction: 'buy',
    amountCents: 10_000,
    leverage: 30,
    requestedPoints: 115_187,
  });
  const close = { kind: 'close-position', accountId: 1, positionId: 1 } as const;
  const early = { ...close, atMs: START_MS + 3, amountCents: null };
  expect(engine.run(early)).toMatchObject({
    events: [{ position: { openedAtMs: START_MS + 5, closedAtMs: START_MS + 5 } }],
  });
});

it('stores the requested price, and closes at the server’s price', () => {
  const engine = prepared();
  const close = { kind: 'close-position', accountId: 1, positionId: 1 } as const;
  const atMs = engine.clock.nowMs;
  const part = { ...close, atMs, amountCents: cents(4_000), requestedPoints: points(1) };
  expect(engine.run(part)).toMatchObject({
    events: [{ closed: { closePoints: 116_000, closeRequestedPoints: 1 } }],
  });
  expect(
    engine.run({ ...close, atMs, amountCents: null, requestedPoints: points(2) }),
  ).toMatchObject({
    events: [{ position: { closePoints: 116_000, closeRequestedPoints: 2 } }],
  });
});

it('closes a sell at the buy price [s-position-manual]', () => {
  const engine = createTestEngine();
  engine.addAccount(100_000);
  engine.tick('EURUSD', 115_150, 115_158);
  const sell = {
    symbol: 'EURUSD',
    direction: 'sell',
    leverage: 10,
    requestedPoints: 115_121,
  } as const;
  engine.open({ ...sell, amountCents: 20_000 });
  engine.tick('EURUSD', 114_000, 114_008);
  engine.close(1);
  // Profit in cents: 20,000 × 10 × (115,121 − 114,008) ÷ 115,121 = 1,933.62…
  expect(engine.account().cashCents).toBe(101_934);
});

it('books nothing when the profit is exactly zero', () => {
  const engine = prepared();
  engine.tick('EURUSD', 115_187, 115_195);
  expect(engine.close(1)).toMatchObject({
    events: [{ position: { profitCents: 0 }, posting: null }],
  });
  expect(engine.account().cashCents).toBe(100_000);
});

it('closes a part as a position of its own and keeps the rest open', () => {
  const engine = prepared();
  const opened = engine.account().positions.get(1);
  // Profit in cents: 4,000 × 30 × 813 ÷ 115,187 = 846.97…
  expect(engine.close(1, 4_000)).toMatchObject({
    kind: 'decided',
    events: [
      {
        kind: 'position-reduced',
        positionId: 1,
        remainingCents: 6_000,
        closed: { id: 2, amountCents: 4_000, openPoints: 115_187, profitCents: 847 },
        posting: { uniqueKey: 'trade:position:2' },
      },
    ],
  });
  // 120,000 × 813 − 847 × 115,187
  const rest = { ...opened, amountCents: 6_000, carry: -3_389 };
  expect(engine.account().positions.get(1)).toEqual(rest);
  expect(engine.account().cashCents).toBe(100_847);
  expect(engine.state.nextPositionId).toBe(3);

  // Profit in cents: 6,000 × 30 × 813 ÷ 115,187 = 1,270.45…
  engine.close(1);
  expect(engine.account().cashCents).toBe(102_117);
});

it('requires at least one euro of both parts', () => {
  const engine = prepared();
  expect(engine.close(1, 99)).toMatchObject({
    rejection: { code: 'amount-too-small', facts: { minimum: 1 } },
  });
  expect(engine.close(1, 9_901)).toMatchObject({
    rejection: { code: 'amount-too-large', facts: { maximum: 99 } },
  });
  expect(engine.close(1, 10_001)).toMatchObject({
    rejection: { code: 'amount-too-large', facts: { maximum: 100 } },
  });
  expect(engine.close(1, 9_900)).toMatchObject({ events: [{ kind: 'position-reduced' }] });
  expect(engine.close(1, 100)).toMatchObject({ events: [{ kind: 'position-closed' }] });
});

it('checks the rejections in the documented order', () => {
  const engine = prepared();
  expect(engine.close(2, 1)).toEqual({
    kind: 'refused',
    rejection: { code: 'not-found', facts: { position: 2 } },
  });
  engine.setState('EURUSD', 'closed');
  expect(engine.close(1, 1)).toEqual({
    kind: 'refused',
    rejection: { code: 'price-unavailable', facts: { symbol: 'EURUSD' } },
  });
  engine.setState('EURUSD', 'live');
  engine.clock.nowMs += 15_001;
  expect(engine.close(1, 1)).toMatchObject({ rejection: { code: 'price-unavailable' } });
  engine.tick('EURUSD', 116_000, 116_008);
  expect(engine.close(1, 1)).toMatchObject({ rejection: { code: 'amount-too-small' } });
});

it('does not close the position of another account', () => {
  const engine = prepared();
  engine.run({ kind: 'add-account', accountId: 2, atMs: START_MS, terms: TERMS });
  const command = {
    kind: 'close-position',
    accountId: 2,
    positionId: 1,
    amountCents: null,
  } as const;
  expect(engine.run({ ...command, atMs: engine.clock.nowMs })).toMatchObject({
    rejection: { code: 'not-found' },
  });
});

it('closes for accounts of every status', () => {
  for (const status of ['close-only', 'blocked'] as const) {
    const engine = prepared();
    const terms = { ...TERMS, status };
    engine.run({ kind: 'change-terms', accountId: 1, atMs: START_MS, terms });
    expect(engine.close(1).kind).toBe('decided');
  }
});

it('lets the strategy close its own positions, in full or in part, with its own reason [s-position-ai]', () => {
  const engine = prepared();
  const order = {
    kind: 'open-position',
    accountId: 1,
    atMs: engine.clock.nowMs,
    symbol: 'EURUSD',
    direction: 'sell',
    amountCents: cents(10_000),
    leverage: 5,
    requestedPoints: points(115_971),
    stopPoints: points(117_000),
    targetPoints: null,
    isAutomatic: true,
  } as const;
  engine.run(order);
  expect(engine.account().positions.get(2)).toMatchObject({ isAutomatic: true });
  const close = {
    kind: 'close-position',
    accountId: 1,
    atMs: order.atMs,
    isAutomatic: true,
  } as const;
  expect(engine.run({ ...close, positionId: 2, amountCents: cents(4_000) })).toMatchObject({
    events: [{ closed: { id: 3, closingReason: 'ai-trade', isAutomatic: true } }],
  });
  expect(engine.run({ ...close, positionId: 2, amountCents: null })).toMatchObject({
    events: [{ position: { id: 2, closingReason: 'ai-trade' } }],
  });
  // The strategy can't close the customer's own position; the customer can close the strategy's.
  expect(engine.run({ ...close, positionId: 1, amountCents: null })).toEqual({
    kind: 'refused',
    rejection: { code: 'no-access', facts: { position: 1 } },
  });
  engine.run(order);
  expect(engine.close(4)).toMatchObject({ events: [{ position: { closingReason: 'manually' } }] });
});

it('records that staff closed a position or a part', () => {
  const engine = prepared();
  const close = {
    kind: 'close-position',
    accountId: 1,
    atMs: engine.clock.nowMs,
    positionId: 1,
    isByBroker: true,
  } as const;
  expect(engine.run({ ...close, amountCents: cents(1_000) })).toMatchObject({
    events: [{ closed: { closingReason: 'manually', isClosedByBroker: true } }],
  });
  expect(engine.run({ ...close, amountCents: null })).toMatchObject({
    events: [{ position: { id: 1, closingReason: 'manually', isClosedByBroker: true } }],
  });
});
