import { points } from '@halyard/core/instrument';
import type { Instrument, Quote } from '@halyard/core/instrument';
import type { AccountFigures } from '@halyard/core/engine';
import { cents } from '@halyard/core/money';
import { loadCatalogue } from '@halyard/market';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPracticeAccount, PRACTICE_TERMS as TERMS } from './practice-account.ts';
import { RISK_BPS_MAX, sizePosition } from './size-position.ts';
import type { SizeRequest } from './size-position.ts';

const RULES = { regime: 'eu-retail', marginCloseOutPercent: 50, openPositionsMax: 200 } as const;

function figures(equityEuros: number, usedMarginEuros = 0): AccountFigures {
  const equityCents = cents(equityEuros * 100);
  const usedMarginCents = cents(usedMarginEuros * 100);
  return {
    balanceCents: equityCents,
    creditCents: cents(0),
    profitCents: cents(0),
    equityCents,
    usedMarginCents,
    freeMarginCents: cents(equityCents - usedMarginCents),
    marginLevelPercent: null,
    withdrawableCents: equityCents,
    debtCents: cents(0),
  };
}

function instrument(symbol: string): Instrument {
  return loadCatalogue().find((one) => one.symbol === symbol) ?? expect.fail(symbol);
}

function quote(symbol: string, sell: number, buy: number): Quote {
  const at = { source: 'test', sourceAtMs: 0, receivedAtMs: 0, sequence: 1 };
  return { symbol, bidPoints: points(sell), askPoints: points(buy), ...at };
}

const BITCOIN: SizeRequest = {
  direction: 'buy',
  rangePoints: 20_000,
  riskBps: 50,
  instrument: instrument('BTCUSD'),
  quote: quote('BTCUSD', 4_000_000, 4_001_020),
  figures: figures(10_000),
  terms: TERMS,
  regime: 'eu-retail',
};

// A buy at 40,010.20 fills at 40,020.20; bitcoin's leverage ends at 2. The stop lies 2 × 200 under
// 40,000, at a distance of 420.20. € 50 at risk: ⌊5,000 × 4,002,020 ÷ (2 × 42,020)⌋. A sell fills
// at 39,990 and stops at 40,410.20: ⌊5,000 × 3,999,000 ÷ (2 × 42,020)⌋.
it.each([
  [
    'a buy',
    {},
    { amountCents: 238_102, leverage: 2, stopPoints: 3_960_000, targetPoints: 4_060_000 },
  ],
  [
    'a sell',
    { direction: 'sell' },
    { amountCents: 237_922, leverage: 2, stopPoints: 4_041_020, targetPoints: 3_941_020 },
  ],
  ['half the equity stays free', { riskBps: 100, rangePoints: 2_000 }, { amountCents: 500_000 }],
  [
    'what is invested counts',
    { riskBps: 100, figures: figures(10_000, 4_000) },
    { amountCents: 100_000 },
  ],
])('sizes %s as computed by hand', (_, change, expected) => {
  const sized = sizePosition({ ...BITCOIN, ...change } as SizeRequest);
  expect(sized).toMatchObject({ kind: 'sized', ...expected });
});

it.each([
  ['leverage-unavailable', { terms: { ...TERMS, leverageIndexes: { crypto: [5, 6] } } }],
  ['stop-too-far', { rangePoints: 1_000_000 }],
  ['stop-too-far', { direction: 'sell', rangePoints: 1_400_000 }],
] as const)('is rejected with %s when %j', (code, change) => {
  expect(sizePosition({ ...BITCOIN, ...change })).toEqual({ kind: 'refused', code });
});

it.each([
  ['one euro', 100, {}, figures(1.9)],
  ['one euro', 100, {}, figures(-5)],
  ['one euro', 100, {}, figures(10_000, 5_000)],
  ["the symbol's own", 240_000, { amountMinCents: 240_000 }, figures(10_000)],
] as const)('is rejected with the minimum amount, %s', (_, amountMinCents, own, had) => {
  const bitcoin = { ...BITCOIN.instrument, ...own };
  expect(sizePosition({ ...BITCOIN, instrument: bitcoin, figures: had })).toEqual({
    kind: 'refused',
    code: 'amount-too-small',
    amountMinCents,
  });
});

const market = fc.record({
  symbol: fc.constantFrom(...loadCatalogue().map(({ symbol }) => symbol)),
  direction: fc.constantFrom('buy' as const, 'sell' as const),
  sell: fc.integer({ min: 500, max: 100_000_000 }),
  spreadBps: fc.integer({ min: 0, max: 60 }),
  rangeBps: fc.integer({ min: 1, max: 400 }),
  riskBps: fc.integer({ min: 1, max: RISK_BPS_MAX }),
  equityCents: fc.integer({ min: 50, max: 500_000_000 }),
  slipPoints: fc.integer({ min: -20, max: 20 }),
});

it('a stop loss never costs more than the risk, whatever the engine fills at', () => {
  let opened = 0;
  fc.assert(
    fc.property(market, ({ symbol, direction, sell, ...drawn }) => {
      const { spreadBps, rangeBps, riskBps, equityCents, slipPoints } = drawn;
      const one = instrument(symbol);
      const spread = Math.ceil((sell * spreadBps) / 10_000);
      const depositCents = cents(equityCents);
      const desk = createPracticeAccount({ instrument: one, rules: RULES, depositCents });
      const tick = (at: number): unknown =>
        desk.tick({ bidPoints: points(at), askPoints: points(at + spread) }, 1);
      tick(sell);
      const sized = sizePosition({
        direction,
        rangePoints: Math.max(0.5, (sell * rangeBps) / 10_000),
        riskBps,
        instrument: one,
        quote: desk.market().quote ?? expect.fail('no quote'),
        figures: desk.figures(),
        terms: TERMS,
        regime: RULES.regime,
      });
      if (sized.kind === 'refused') return;
      // The price moves by `slipPoints` between the plan and the fill.
      tick(Math.max(1, sell + slipPoints));
      const { kind, riskCents, ...order } = sized;
      const opening = desk.submit(
        { ...order, kind: 'open-position', symbol, direction, isAutomatic: true },
        1,
      );
      if (opening.kind === 'refused') {
        expect(slipPoints, kind).not.toBe(0);
        return;
      }
      opened += 1;
      const { freeMarginCents } = desk.figures();
      expect(freeMarginCents * 2).toBeGreaterThanOrEqual(equityCents);
      const at = direction === 'buy' ? sized.stopPoints : sized.stopPoints - spread;
      if (at <= 0) return;
      tick(at);
      expect(desk.account().positions.size).toBe(0);
      const lostCents = equityCents - desk.account().cashCents;
      expect(lostCents).toBeLessThanOrEqual(riskCents);
      expect(riskCents * 10_000).toBeLessThanOrEqual(equityCents * riskBps);
    }),
    { numRuns: 2_000 },
  );
  expect(opened).toBeGreaterThan(500);
});
