// Formats a back-test for the operator, with losses and drawdown beside the return.
import type { EngineRules } from '@halyard/core/engine';
import { listAllowedLeverages, toRate } from '@halyard/core/instrument';
import type { Instrument } from '@halyard/core/instrument';
import type { Cents } from '@halyard/core/money';
import type { ClosedPosition } from '@halyard/core/position';
import type { Candle, Timeframe } from '@halyard/market';
import type { BacktestResult } from './backtest.ts';
import { PRACTICE_TERMS } from './practice-account.ts';
import { LEVERAGE_MAX } from './size-position.ts';
import { WARM_UP_CANDLES } from './strategy.ts';

const TRADES_SHOWN = 50;

const REASONS: Readonly<Record<ClosedPosition['closingReason'], string>> = {
  manually: 'by hand',
  'stop-loss': 'stop loss',
  'take-profit': 'take profit',
  'low-margin': 'low margin',
  'ai-trade': 'strategy',
};

const euro = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const count = new Intl.NumberFormat('en');

export type DescribedBacktest = {
  readonly instrument: Instrument;
  readonly spreadCentiBps: number;
  readonly rules: EngineRules;
  readonly timeframe: Timeframe;
  readonly candles: readonly Candle[];
  readonly fromMs: number;
  readonly depositCents: Cents;
  readonly riskBps: number;
  readonly result: BacktestResult;
};

export function describeBacktest(tested: DescribedBacktest): readonly string[] {
  const { result } = tested;
  const { trades, unfollowed } = result;
  const hidden = trades.length - TRADES_SHOWN;
  return [
    ...describeSetup(tested),
    ...(hidden > 0 ? [`… ${count.format(hidden)} earlier trades`] : []),
    ...trades.slice(-TRADES_SHOWN).map((trade) => describeTrade(trade, tested.instrument)),
    ...describeOutcome(tested),
    ...(unfollowed.size > 0
      ? [`Not followed: ${[...unfollowed].map(([code, times]) => `${code} ${times}×`).join(', ')}.`]
      : []),
    'What would have been says nothing about what will be.',
  ];
}

function describeSetup(tested: DescribedBacktest): readonly string[] {
  const { instrument, timeframe, candles, fromMs, rules, riskBps, spreadCentiBps } = tested;
  const tried = candles.filter(({ startMs }) => startMs >= fromMs);
  const leverages = listAllowedLeverages(instrument, rules.regime, PRACTICE_TERMS);
  const leverage = leverages.filter((one) => one <= LEVERAGE_MAX).at(-1);
  const warmUp = Math.max(0, WARM_UP_CANDLES - (candles.length - tried.length));
  return [
    `${instrument.symbol}, ${count.format(tried.length)} candles of ${timeframe}, from ` +
      `${toUtc(tried[0]?.startMs)} to ${toUtc(tried.at(-1)?.startMs)}; the first ${warmUp} warm it up.`,
    `€ ${euro.format(tested.depositCents / 100)}, ${riskBps / 100} % at risk per trade, leverage ` +
      `${leverage ?? 'none'}. Costs: spread ${spreadCentiBps / 100} basis points, mark-up 0.025 % at ` +
      `each opening, financing as it is set.`,
  ];
}

function describeTrade(trade: ClosedPosition, { decimals }: Instrument): string {
  const rate = (points: ClosedPosition['openPoints']): string =>
    toRate(points, decimals).toFixed(decimals);
  const { direction, amountCents, profitCents, closingReason } = trade;
  return [
    `${toUtc(trade.openedAtMs)} – ${toUtc(trade.closedAtMs)}`,
    direction.padEnd(4),
    `€ ${euro.format(amountCents / 100).padStart(9)}`,
    `${rate(trade.openPoints)} → ${rate(trade.closePoints)}`,
    REASONS[closingReason].padEnd(11),
    `€ ${euro.format(profitCents / 100).padStart(9)}`,
  ].join('  ');
}

function describeOutcome({ result, depositCents }: DescribedBacktest): readonly string[] {
  const { trades, open, equityCents, financingCents, drawdown } = result;
  const won = trades.filter(({ profitCents }) => profitCents > 0).length;
  const lost = trades.filter(({ profitCents }) => profitCents < 0).length;
  const gainCents = equityCents - depositCents;
  const percent = (part: number, whole: number): string => ((part / whole) * 100).toFixed(2);
  return [
    `Trades: ${trades.length}; won ${won}, lost ${lost}, still open ${open.length}.`,
    `Return: ${percent(gainCents, depositCents)} % (€ ${euro.format(gainCents / 100)}), ` +
      `of which financing € ${euro.format((0 - financingCents) / 100)}.`,
    `Worst drawdown: ${percent(drawdown.cents, drawdown.ofCents)} % (€ ${euro.format(drawdown.cents / 100)}).`,
  ];
}

function toUtc(atMs: number | undefined): string {
  return atMs === undefined ? '' : `${new Date(atMs).toISOString().slice(0, 16)}Z`;
}
