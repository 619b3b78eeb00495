import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { points } from '@halyard/core/instrument';
import { cents } from '@halyard/core/money';
import { loadCatalogue, readPriceFile, TIMEFRAME_MS } from '@halyard/market';
import type { Candle } from '@halyard/market';
import { describe, expect, it } from 'vitest';
import { runBacktest } from './backtest.ts';
import type { BacktestOptions, BacktestResult } from './backtest.ts';
import { describeBacktest } from './describe-backtest.ts';

const START_MS = Date.UTC(2024, 0, 1);
const CANDLE_MS = TIMEFRAME_MS['15m'];
const REACH_POINTS = 30_000;
const SPREAD_CENTI_BPS = 255;
const DEPOSIT_CENTS = cents(1_000_000);
const RULES = { regime: 'eu-retail', marginCloseOutPercent: 50, openPositionsMax: 200 } as const;
const BITCOIN = loadCatalogue().find(({ symbol }) => symbol === 'BTCUSD') ?? expect.fail('BTCUSD');

/** Returns waves of 60 candles with jumps, for which the table below was computed. */
function listWaves(count: number): Candle[] {
  return Array.from({ length: count }, (_, index) => {
    const wave = 0.0075 * Math.sin((2 * Math.PI * index) / 60);
    const jump = index % 2 === 0 ? -0.003 : 0.003;
    return candle(index, Math.round(4_000_000 * (1 + index * 0.000025 + wave + jump)));
  });
}

function candle(index: number, close: number, more: Partial<Candle> = {}): Candle {
  return {
    startMs: START_MS + index * CANDLE_MS,
    openPoints: points(close),
    highPoints: points(close + REACH_POINTS),
    lowPoints: points(close - REACH_POINTS),
    closePoints: points(close),
    volume: 1,
    ...more,
  };
}

async function test(
  candles: readonly Candle[],
  more: Partial<BacktestOptions> = {},
): Promise<BacktestResult> {
  return await runBacktest({
    instrument: BITCOIN,
    spreadCentiBps: SPREAD_CENTI_BPS,
    rules: RULES,
    timeframeMs: CANDLE_MS,
    candles,
    fromMs: START_MS,
    depositCents: DEPOSIT_CENTS,
    riskBps: 50,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    breathe: () => Promise.resolve(),
    ...more,
  });
}

// Computed separately with exact fractions. Candle 276 crosses down; the next opens at bid
// 40,196.26: − 0.025 % gives 40,186.21. ATR is 600, so the stop lies 1,200 above the ask of
// 40,206.52. € 50 ÷ (2 × 1,220.31 ÷ 40,186.21) is € 823.27. Candle 303 crosses up; the next opens
// at an ask of 40,316.30: 1,646.54 × −130.09 ÷ 40,186.21 is € −5.33.
it('trades a small series as computed by hand, to the cent', async () => {
  const result = await test(listWaves(420));
  const shared = { direction: 'sell', leverage: 2, closingReason: 'ai-trade', isAutomatic: true };
  expect(result.trades).toMatchObject([
    {
      ...shared,
      amountCents: 82_327,
      openPoints: 4_018_621,
      stopPoints: 4_140_652,
      openedAtMs: START_MS + 277 * CANDLE_MS,
      closePoints: 4_031_630,
      closedAtMs: START_MS + 304 * CANDLE_MS,
      profitCents: -533,
    },
    {
      ...shared,
      amountCents: 82_399,
      openPoints: 4_024_620,
      closePoints: 4_037_632,
      profitCents: -533,
    },
  ]);
  expect(result.open).toMatchObject([{ amountCents: 82_470, openPoints: 4_030_618 }]);
  expect(result.financingCents).toBe(0);
  expect(result.unfollowed.size).toBe(0);
});

it.each([
  // The price reaches the stop inside the candle, or skips it by a gap at its open.
  ['at its level', { highPoints: points(4_300_000) }, 4_140_652, -5_000],
  [
    'at the price behind a gap',
    { openPoints: points(4_200_000), highPoints: points(4_300_000) },
    4_201_071,
    -7_475,
  ],
])('closes by stop loss %s', async (_, more, closePoints, profitCents) => {
  const candles = listWaves(300);
  const wild = candles[290] ?? expect.fail('candle 290');
  candles[290] = { ...wild, ...more };
  const { trades } = await test(candles);
  expect(trades).toMatchObject([{ closingReason: 'stop-loss', closePoints, profitCents }]);
});

it('charges overnight financing for an open position', async () => {
  const financingBpsYear = { crypto: { buy: 1_200, sell: 1_200 } };
  const { financingCents, trades } = await test(listWaves(320), {
    rules: { ...RULES, financingBpsYear },
  });
  // The overnight financing of a position open from 21:15 to 04:00 UTC, over 17:00 in New York:
  // 1,646.54 × 12 ÷ 36,500.
  expect(trades).toHaveLength(1);
  expect(financingCents).toBe(54);
});

it('trades nothing before its start, and ignores a signal across a gap', async () => {
  const fromMs = START_MS + 280 * CANDLE_MS;
  const { trades } = await test(listWaves(364), { fromMs });
  expect(trades.map(({ openedAtMs }) => openedAtMs)).not.toContain(START_MS + 277 * CANDLE_MS);
  const holed = listWaves(300).filter((_, index) => index !== 277);
  expect((await test(holed)).open).toEqual([]);
});

it('stops when interrupted, and reports its progress', async () => {
  const interrupted = new AbortController();
  const seen: number[] = [];
  const run = test(listWaves(420), {
    signal: interrupted.signal,
    onProgress: (candles) => {
      seen.push(candles);
      interrupted.abort(new Error('enough'));
    },
  });
  await expect(run).rejects.toThrow('enough');
  expect(seen).toEqual([200]);
});

const FILE = fileURLToPath(
  new URL(
    '../../../../../../shared/data/prices/ta4j_Coinbase-BTC-USD-PT4H-20160518_20251028.json',
    import.meta.url,
  ),
);
const isThere = existsSync(FILE);

describe.skipIf(!isThere)(
  isThere ? 'on real prices' : 'on real prices: SKIPPED, ../shared is not here',
  () => {
    it('adds up nine years of bitcoin, one position at a time, each within its risk', async () => {
      const read = await readPriceFile({ path: FILE, decimals: BITCOIN.decimals });
      if (read.kind === 'refused' || read.table.kind !== 'candles') expect.fail('unread');
      const candles = read.table.rows;
      const timeframeMs = TIMEFRAME_MS['4h'];
      const result = await test(candles, { timeframeMs });
      const { trades, open, equityCents, drawdown } = result;
      expect(trades.length).toBeGreaterThan(20);
      let balance: number = DEPOSIT_CENTS;
      trades.forEach((trade, index) => {
        expect(trade.openedAtMs).toBeGreaterThanOrEqual(trades[index - 1]?.closedAtMs ?? 0);
        expect(trade.amountCents * 2).toBeLessThanOrEqual(balance);
        // Without gaps, a stop loss costs at most ½ % of the equity.
        if (trade.closingReason === 'stop-loss' && trade.closePoints === trade.stopPoints) {
          expect(0 - trade.profitCents).toBeLessThanOrEqual(balance / 200);
        }
        balance += trade.profitCents;
      });
      if (open.length === 0) expect(equityCents).toBe(balance);
      expect(drawdown.cents).toBeGreaterThan(0);
      const printed = describeBacktest({
        instrument: BITCOIN,
        spreadCentiBps: SPREAD_CENTI_BPS,
        rules: RULES,
        timeframe: '4h',
        candles,
        fromMs: -Infinity,
        depositCents: DEPOSIT_CENTS,
        riskBps: 50,
        result,
      });
      expect(printed.join('\n')).toContain(`Trades: ${trades.length}; won `);
    });
  },
);
