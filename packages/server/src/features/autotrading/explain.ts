// Explains in a sentence why the strategy acted or did not. The code and its figures are sent as
// well, for translations.
import { createFigureWriter } from '@halyard/contract/format/figures';
import { displayDecimals } from '@halyard/core/instrument';
import { HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import type { Timeframe } from '@halyard/market';
import type { Facts } from './decision-store.ts';
import { DAY_LOSS_PERCENT, DRAWDOWN_PERCENT, LOSSES_IN_A_ROW, PAUSE_MS } from './limits.ts';
import { CLOSING_SOON_MS } from './plan-entry.ts';
import {
  FAST_CANDLES,
  HELD_CANDLES_MAX,
  RANGE_CANDLES,
  RANGE_PER_SPREAD_MIN,
  SLOW_CANDLES,
  TREND_CANDLES,
  WARM_UP_CANDLES,
} from './strategy.ts';
import { LEVERAGE_MAX, STOP_RANGES, TARGET_RANGES } from './size-position.ts';

const FIGURES = createFigureWriter('en');
const EURO_FACTS: ReadonlySet<string> = new Set(['risk', 'equity', 'minimum']);
const RATE_FACTS: ReadonlySet<string> = new Set(['close', 'trend', 'range']);

const TIMEFRAME_NAMES: Readonly<Record<Timeframe, string>> = {
  '1m': '1-minute',
  '5m': '5-minute',
  '15m': '15-minute',
  '30m': '30-minute',
  '1h': '1-hour',
  '4h': '4-hour',
  '1d': '1-day',
  '1w': '1-week',
};

const CROSSED = `EMA ${FAST_CANDLES} crossed {side} EMA ${SLOW_CANDLES} on the {timeframe} candle of {candle}`;

/**
 * The sentences by reason. The part in brackets is omitted if a decision was stored without its
 * figure.
 */
const TEXTS: Readonly<Record<string, string>> = {
  'ema-cross':
    `${CROSSED}; close {close} against EMA ${TREND_CANDLES} {trend}, RSI ${RANGE_CANDLES} {rsi}, ` +
    `ATR ${RANGE_CANDLES} {range}. Stop loss ${STOP_RANGES} × ATR, take profit ${TARGET_RANGES} × ATR; at risk {risk} of {equity}.`,
  signal: `${CROSSED}: reason enough to open a position.`,
  'opposite-cross': `${CROSSED}, against the position.`,
  'held-too-long': `Neither stop loss nor take profit was reached in ${HELD_CANDLES_MAX} {timeframe} candles.`,
  'warming-up': `Fewer than ${WARM_UP_CANDLES} {timeframe} candles are known.`,
  'no-candle': 'Nothing was quoted in the last {timeframe} candle.',
  'not-live': 'The market is closed or has no fresh price.',
  'no-cross': `EMA ${FAST_CANDLES} did not cross EMA ${SLOW_CANDLES} on the {timeframe} candle of {candle}.`,
  'against-trend': `${CROSSED}, but the close lies on the other side of EMA ${TREND_CANDLES}.`,
  momentum: `${CROSSED}, but RSI ${RANGE_CANDLES} is outside its range.`,
  'spread-too-wide': `${CROSSED}, but ATR ${RANGE_CANDLES} is not more than ${RANGE_PER_SPREAD_MIN} times the spread.`,
  'symbol-in-use': `${CROSSED}, but a position is open on this symbol.`,
  'closing-soon': `${CROSSED}, but the market closes within ${CLOSING_SOON_MS / MINUTE_MS} minutes.`,
  'leverage-unavailable': `${CROSSED}, but no leverage of at most ${LEVERAGE_MAX} is allowed.`,
  'stop-too-far': `${CROSSED}, but the stop loss would lie beyond the stop-out price.`,
  'amount-too-small': `${CROSSED}, but the limits leave less than the symbol's least amount[ of {minimum}].`,
  'day-stop': `${CROSSED}, but ${DAY_LOSS_PERCENT} % was lost today: nothing opens before 00:00 UTC.`,
  'drawdown-stop': `${CROSSED}, but ${DRAWDOWN_PERCENT} % was lost since the peak: automatic trading is off until you switch it on again.`,
  'losing-streak': `${CROSSED}, but the last ${LOSSES_IN_A_ROW} trades lost: nothing opens for ${PAUSE_MS / HOUR_MS} hours.`,
  'open-max': `${CROSSED}, but as many positions as are allowed are open.`,
  'entries-max': `${CROSSED}, but as many positions as are allowed were opened today.`,
  refused: `${CROSSED}, but the order was refused: {refusal}.`,
};

/** Returns the sentence of a reason; an unknown figure stays as its name. */
export function explain(reason: string, facts: Facts): string {
  const text = TEXTS[reason] ?? reason;
  return text
    .replaceAll(/\[([^\]]*\{(\w+)\}[^\]]*)\]/g, (_, part: string, key: string) =>
      Object.hasOwn(facts, key) ? part : '',
    )
    .replaceAll(/\{(\w+)\}/g, (name, key: string) =>
      Object.hasOwn(facts, key) ? factText(facts, key) : name,
    );
}

/**
 * Formats a fact. The symbol's decimals are not among the facts, so prices are formatted by
 * magnitude.
 */
function factText(facts: Facts, key: string): string {
  const value = facts[key];
  if (typeof value !== 'number') return String(value);
  if (EURO_FACTS.has(key)) return FIGURES.euros(value);
  if (!RATE_FACTS.has(key)) return String(value);
  const { close = value } = facts;
  return FIGURES.decimal(value, displayDecimals(Number(close), 0));
}

/** Returns the facts by which a reason names its candle. */
export function candleFacts(timeframe: Timeframe, startMs: number): Facts {
  const candle = `${new Date(startMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return { timeframe: TIMEFRAME_NAMES[timeframe], candle };
}
