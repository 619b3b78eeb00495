import { expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#time/time.ts';
import { createTestEngine, START_MS, type TestEngine } from './testing/test-engine.ts';
import type { AccountTerms } from './state.ts';

/** Position 1 is a buy, 2 a sell, at EURUSD 1.15150 / 1.15158. */
function prepared(terms: Partial<AccountTerms> = {}): TestEngine {
  const engine = createTestEngine();
  engine.addAccount(100_000, terms);
  engine.tick('EURUSD', 115_150, 115_158);
  const order = { symbol: 'EURUSD', amountCents: 10_000, leverage: 30 } as const;
  engine.open({ ...order, direction: 'buy', requestedPoints: 115_187 });
  if (terms.hasGuaranteedStop === true) return engine;
  engine.open({ ...order, direction: 'sell', requestedPoints: 115_121 });
  return engine;
}

it('sets, moves and removes stop loss and take profit [v-sltp-empty]', () => {
  const engine = prepared();
  expect(engine.update(1, { stop: 115_000, target: 116_000 })).toEqual({
    kind: 'decided',
    events: [
      {
        kind: 'levels-changed',
        accountId: 1,
        positionId: 1,
        stopPoints: 115_000,
        targetPoints: 116_000,
      },
    ],
  });
  expect(engine.account().positions.get(1)).toMatchObject({ stopPoints: 115_000 });
  engine.update(1, {});
  expect(engine.account().positions.get(1)).toMatchObject({ stopPoints: null, targetPoints: null });
});

it('emits nothing if nothing changes', () => {
  expect(prepared().update(1, {})).toEqual({ kind: 'decided', events: [] });
});

it.each([
  ['buy', 1, { target: 115_149 }, 'target-invalid', 'lower', 1.1515],
  ['buy', 1, { stop: 115_151 }, 'stop-invalid', 'higher', 1.1515],
  ['sell', 2, { target: 115_159 }, 'target-invalid', 'higher', 1.15158],
  ['sell', 2, { stop: 115_157 }, 'stop-invalid', 'lower', 1.15158],
  ['buy', 1, { stop: 115_151, target: 115_149 }, 'stop-invalid', 'higher', 1.1515],
] as const)(
  'rejects levels on the wrong side of a %s [v-sltp-buy-tp] [v-sltp-buy-sl] [v-sltp-sell-tp] [v-sltp-sell-sl]',
  (...row) => {
    const [, id, levels, code, side, limit] = row;
    expect(prepared().update(id, levels)).toEqual({
      kind: 'refused',
      rejection: { code, facts: { side, limit } },
    });
  },
);

it.each([
  [1, 115_150],
  [2, 115_158],
])('accepts levels of position %i at the price itself', (id, price) => {
  expect(prepared().update(id, { stop: price, target: price }).kind).toBe('decided');
});

it('rejects an unknown position before anything else', () => {
  expect(prepared().update(9, { stop: 1, target: 1 })).toEqual({
    kind: 'refused',
    rejection: { code: 'not-found', facts: { position: 9 } },
  });
});

it('judges by the last quote while the symbol is closed', () => {
  const engine = prepared();
  engine.setState('EURUSD', 'closed');
  engine.clock.nowMs += HOUR_MS;
  expect(engine.update(1, { stop: 115_150 }).kind).toBe('decided');
  expect(engine.update(1, { stop: 115_151 })).toMatchObject({
    rejection: { code: 'stop-invalid' },
  });
});

it('locks the levels of a guaranteed position while its market is closed', () => {
  const engine = prepared({ hasGuaranteedStop: true });
  engine.setState('EURUSD', 'closed');
  for (const levels of [{ stop: 115_000 }, { target: 116_000 }]) {
    expect(engine.update(1, levels)).toMatchObject({ rejection: { code: 'price-unavailable' } });
  }
});

it('locks the stop of a guaranteed position, not its take profit, 15 minutes before the close', () => {
  const engine = prepared({ hasGuaranteedStop: true });
  engine.setState('EURUSD', 'live', START_MS + 15 * MINUTE_MS);
  expect(engine.update(1, { stop: 115_000 })).toMatchObject({
    rejection: { code: 'price-unavailable' },
  });
  expect(engine.update(1, { target: 116_000 }).kind).toBe('decided');
  engine.setState('EURUSD', 'live', START_MS + 15 * MINUTE_MS + 1);
  expect(engine.update(1, { stop: 115_000, target: 116_000 }).kind).toBe('decided');
});

it('requires a guaranteed stop to stay 0.1 % from the price when it is moved', () => {
  const engine = prepared({ hasGuaranteedStop: true });
  for (const stop of [115_150, 115_035]) {
    expect(engine.update(1, { stop })).toEqual({
      kind: 'refused',
      rejection: { code: 'stop-invalid', facts: { side: 'higher', limit: 1.15034 } },
    });
  }
  expect(engine.update(1, { stop: 115_034 }).kind).toBe('decided');
  // The price may reach an existing stop; the target can still be changed.
  engine.tick('EURUSD', 115_036, 115_044);
  expect(engine.update(1, { stop: 115_034, target: 116_000 }).kind).toBe('decided');
});
