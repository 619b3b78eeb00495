import { AUTO_TRADES_PAGE, AUTO_UNFOLLOWED_MAX } from '@halyard/contract/auto-trading';
import type { AutoTrade, AutoTradingRecord } from '@halyard/contract/auto-trading';
import { accountFigures } from '@halyard/core/engine';
import type { Account, EngineRules, SymbolMarket } from '@halyard/core/engine';
import { toRate } from '@halyard/core/instrument';
import type { Instrument, Points } from '@halyard/core/instrument';
import { cents, toEuros } from '@halyard/core/money';
import { CLOSING_REASONS, profitAt } from '@halyard/core/position';
import { assertPresent } from '@halyard/core/assertion';
import { listUnfollowed } from './decision-store.ts';
import type { StoredDecision } from './decision-store.ts';
import { findStoppedAtMs } from './enrolment-store.ts';
import { explain } from './explain.ts';
import { listTrades, summarize } from './record-store.ts';
import type { Reasoned, RecordedTrade, Summary } from './record-store.ts';
import { listSignals } from './signal-store.ts';
import type { StoredSignal } from './signal-store.ts';
import { viewState } from './view-state.ts';
import type { StateDeps } from './view-state.ts';

const ID_MAX = Number.MAX_SAFE_INTEGER;

export type RecordDeps = StateDeps & {
  readonly rules: EngineRules;
  readonly instruments: ReadonlyMap<string, Instrument>;
  readonly timeframeMs: number;
};

export type RecordRequest = {
  readonly customerId: number;
  readonly before: number | undefined;
  readonly limit: number | undefined;
};

/** Returns what the strategy did for an account and why it did not act. */
export async function viewRecord(
  deps: RecordDeps,
  request: RecordRequest,
): Promise<AutoTradingRecord> {
  const { db, engine, timeframeMs } = deps;
  const { customerId: accountId, before = ID_MAX, limit = AUTO_TRADES_PAGE } = request;
  const account = assertPresent(await engine.account(accountId), 'a customer has an account');
  const stoppedAtMs = await findStoppedAtMs(db.kysely, accountId);
  const trades = await listTrades(db, { accountId, beforeId: before, limit, timeframeMs });
  return {
    ...(await viewState(deps, accountId)),
    stopped_at: stoppedAtMs === undefined ? null : new Date(stoppedAtMs).toISOString(),
    symbols: [...deps.symbols],
    summary: toSummary(deps, account, await summarize(db, accountId)),
    trades: trades.map((trade) => toWireTrade(deps, account, trade)),
    latest: (await listSignals(db, deps.symbols)).map(toLatest),
    unfollowed: (await listUnfollowed(db, accountId, AUTO_UNFOLLOWED_MAX)).map(toUnfollowed),
  };
}

function toSummary(
  deps: RecordDeps,
  account: Readonly<Account>,
  summary: Summary,
): AutoTradingRecord['summary'] {
  const { rules, instruments, engine } = deps;
  const positions = [...account.positions.values()];
  const markets = new Map<string, SymbolMarket>();
  for (const { symbol } of positions) markets.set(symbol, engine.market(symbol));
  const { equityCents } = accountFigures({ rules, instruments, markets }, account);
  const { trades, won, lost, profitCents, drawdownCents } = summary;
  const withoutCents = equityCents - profitCents;
  return {
    trades,
    won,
    lost,
    profit: toEuros(cents(profitCents)),
    return_percent:
      trades === 0 || withoutCents <= 0
        ? null
        : Math.round((profitCents * 10_000) / withoutCents) / 100,
    worst_drawdown: toEuros(cents(drawdownCents)),
    open: positions.filter(({ isAutomatic }) => isAutomatic).length,
  };
}

function toWireTrade(
  deps: RecordDeps,
  account: Readonly<Account>,
  trade: RecordedTrade,
): AutoTrade {
  const { symbol, closed } = trade;
  const { decimals } = assertPresent(deps.instruments.get(symbol), `${symbol} is listed`);
  const rate = (points: Points | null): number | null =>
    points === null ? null : toRate(points, decimals);
  const open = account.positions.get(trade.id);
  const { quote } = deps.engine.market(symbol);
  const openProfit = open === undefined || quote === undefined ? null : profitAt(open, quote);
  const profitCents = closed?.profitCents ?? openProfit;
  return {
    id: trade.id,
    symbol,
    direction: trade.direction,
    amount: toEuros(trade.amountCents),
    leverage: trade.leverage,
    open_rate: toRate(trade.openPoints, decimals),
    open_date: new Date(trade.openedAtMs).toISOString(),
    stop_lost: rate(trade.stopPoints),
    take_profit: rate(trade.targetPoints),
    closed_rate: rate(closed?.points ?? null),
    close_date: closed === undefined ? null : new Date(closed.atMs).toISOString(),
    closingReason: closed === undefined ? null : CLOSING_REASONS.indexOf(closed.reason),
    profit: profitCents === null ? null : toEuros(profitCents),
    reason: toWireReason(trade.opening),
    exit_reason: toWireReason(trade.exit),
  };
}

function toWireReason(reasoned: Reasoned | undefined): AutoTrade['reason'] {
  if (reasoned === undefined) return null;
  const { reason, facts } = reasoned;
  return { code: reason, facts: { ...facts }, text: explain(reason, facts) };
}

function toLatest(signal: StoredSignal): AutoTradingRecord['latest'][number] {
  const { symbol, candleEndMs, code, facts } = signal;
  const text = explain(code === 'ema-cross' ? 'signal' : code, facts);
  return { symbol, candle_end: toInstant(candleEndMs), code, facts: { ...facts }, text };
}

function toUnfollowed(decision: StoredDecision): AutoTradingRecord['unfollowed'][number] {
  const { symbol, candleEndMs, outcome } = decision;
  const [code, facts] =
    outcome === null
      ? [decision.reason, decision.facts]
      : ['refused', { ...decision.facts, refusal: outcome }];
  return { symbol, candle_end: toInstant(candleEndMs), code, facts, text: explain(code, facts) };
}

function toInstant(atMs: number): string {
  return new Date(atMs).toISOString();
}
