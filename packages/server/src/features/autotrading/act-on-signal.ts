// Executes a signal for the accounts. Each decision is stored before the engine is called, under
// the candle's key, so a candle has one effect per account whatever happens in between. An Outage
// ends a run early; the next run continues where it stopped.
import { accountFigures } from '@halyard/core/engine';
import type { Account, EngineRules, SymbolMarket } from '@halyard/core/engine';
import { toEuros } from '@halyard/core/money';
import { profitAt } from '@halyard/core/position';
import type { Instrument } from '@halyard/core/instrument';
import type { Appropriateness } from '#features/appropriateness/appropriateness.ts';
import type { TradingPause } from '#features/trading-pause/trading-pause.ts';
import type { EngineClient } from '#engine/engine.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { CONSENT } from './consent-text.ts';
import { keepDecision, settleDecision } from './decision-store.ts';
import type { Decision, StoredDecision } from './decision-store.ts';
import type { Past } from './limits.ts';
import { listClosedPasts, listEnrolled, listOpenAutomatic, NOTHING_PAST } from './past-store.ts';
import type { ClosedPast, OpenAutomatic } from './past-store.ts';
import { planEntry } from './plan-entry.ts';
import type { Entry } from './plan-entry.ts';
import type { Signal } from './signal.ts';
import { RISK_BPS } from './size-position.ts';
import { stopForLosses, notifyOfDayStop } from './stop-for-losses.ts';
import type { StopDeps } from './stop-for-losses.ts';
import { judgeExit } from './strategy.ts';

const PAGE_ACCOUNTS = 200;
/**
 * How many accounts are processed at once. The engine batches commands; more at a time would delay
 * customers' orders.
 */
const AT_ONCE = 16;

export type ActDeps = StopDeps & {
  readonly db: Database;
  readonly clock: Clock;
  readonly engine: EngineClient;
  readonly appropriateness: Pick<Appropriateness, 'findOpeningRejection'>;
  readonly tradingPause: Pick<TradingPause, 'findOpeningRejection'>;
  readonly rules: EngineRules;
  readonly instruments: ReadonlyMap<string, Instrument>;
  readonly timeframeMs: number;
};

/** Processes exits first, then entries; ends early if `isOver` returns true. */
export async function actOnSignal(
  deps: ActDeps,
  signal: Signal,
  isOver: () => boolean,
): Promise<void> {
  const { entry } = signal;
  if (entry.kind === 'wait' && (entry.code === 'not-live' || entry.code === 'no-candle')) return;
  await exitPositions(deps, signal, isOver);
  if (entry.kind === 'enter') await enterPositions(deps, { ...signal, entry }, isOver);
}

async function exitPositions(deps: ActDeps, signal: Signal, isOver: () => boolean): Promise<void> {
  const wanted = { consentVersion: CONSENT.version, symbol: signal.symbol };
  let page: readonly OpenAutomatic[];
  let afterId = 0;
  do {
    page = await listOpenAutomatic(deps.db, wanted, { afterId, limit: PAGE_ACCOUNTS });
    await eachOf(page, isOver, async (position) => await exitPosition(deps, signal, position));
    afterId = page.at(-1)?.id ?? afterId;
  } while (page.length === PAGE_ACCOUNTS && !isOver());
}

async function exitPosition(deps: ActDeps, signal: Signal, position: OpenAutomatic): Promise<void> {
  const { cross, candleEndMs: endMs } = signal;
  const reason = judgeExit(position, { cross, endMs, timeframeMs: deps.timeframeMs });
  if (reason === undefined) return;
  await carryOut(deps, {
    ...keyOf(signal, position.accountId),
    reason,
    facts: signal.facts,
    command: {
      kind: 'close-position',
      positionId: position.id,
      amountCents: null,
      isAutomatic: true,
    },
  });
}

type EntrySignal = Signal & { readonly entry: Extract<Signal['entry'], { kind: 'enter' }> };

async function enterPositions(
  deps: ActDeps,
  signal: EntrySignal,
  isOver: () => boolean,
): Promise<void> {
  let page: readonly number[];
  let afterId = 0;
  do {
    page = await listEnrolled(deps.db, CONSENT.version, { afterId, limit: PAGE_ACCOUNTS });
    const pasts = await listClosedPasts(deps.db, page, deps.clock.nowMs());
    await eachOf(page, isOver, async (accountId) => {
      await enterPosition(deps, signal, { accountId, past: pasts.get(accountId) ?? NOTHING_PAST });
    });
    afterId = page.at(-1) ?? afterId;
  } while (page.length === PAGE_ACCOUNTS && !isOver());
}

async function enterPosition(
  deps: ActDeps,
  signal: EntrySignal,
  who: { readonly accountId: number; readonly past: ClosedPast },
): Promise<void> {
  const account = await deps.engine.account(who.accountId);
  if (account?.terms.isVerified !== true || account.terms.status !== 'active') return;
  if (deps.tradingPause.findOpeningRejection() !== undefined) return;
  if ((await deps.appropriateness.findOpeningRejection(who.accountId)) !== undefined) return;
  const { entry, equityCents } = planFor(deps, signal, { account, past: who.past });
  const decision = toDecision({ signal, accountId: who.accountId, entry, equityCents });
  const kept = await carryOut(deps, decision);
  const customerId = who.accountId;
  if (kept.reason === 'drawdown-stop') await stopForLosses(deps, customerId);
  if (kept.reason === 'day-stop') {
    // The notification has the candle's time, so that a delayed run refers to the same day.
    await notifyOfDayStop(deps, { customerId, atMs: signal.candleEndMs });
  }
}

function planFor(
  deps: ActDeps,
  { symbol, entry }: EntrySignal,
  who: { readonly account: Readonly<Account>; readonly past: ClosedPast },
): { readonly entry: Entry; readonly equityCents: number } {
  const { engine, rules, instruments, clock } = deps;
  const { account } = who;
  const positions = [...account.positions.values()];
  const markets = new Map<string, SymbolMarket>();
  for (const one of positions) markets.set(one.symbol, engine.market(one.symbol));
  const figures = accountFigures({ rules, instruments, markets }, account);
  const instrument = instruments.get(symbol);
  if (instrument === undefined) throw new TypeError(`${symbol} is not listed.`);
  const own = positions.filter(({ isAutomatic }) => isAutomatic);
  const profits = own.map((one) => profitAt(one, markets.get(one.symbol)?.quote ?? one.openQuote));
  const past: Past = {
    ...who.past,
    openCount: own.length,
    openProfitCents: profits.reduce((sum, profit) => sum + profit, 0),
  };
  const planned = planEntry({
    direction: entry.direction,
    rangePoints: entry.rangePoints,
    riskBps: RISK_BPS,
    instrument,
    market: engine.market(symbol),
    positions,
    figures,
    terms: account.terms,
    regime: rules.regime,
    past,
    atMs: clock.nowMs(),
  });
  return { entry: planned, equityCents: figures.equityCents };
}

function toDecision(given: {
  readonly signal: EntrySignal;
  readonly accountId: number;
  readonly entry: Entry;
  readonly equityCents: number;
}): Decision {
  const { signal, accountId, entry, equityCents } = given;
  const key = keyOf(signal, accountId);
  if (entry.kind === 'refused') {
    const figures =
      entry.code === 'amount-too-small' ? { minimum: toEuros(entry.amountMinCents) } : {};
    return { ...key, reason: entry.code, facts: { ...signal.facts, ...figures }, command: null };
  }
  const { amountCents, leverage, requestedPoints, stopPoints, targetPoints, riskCents } = entry;
  return {
    ...key,
    reason: 'ema-cross',
    facts: { ...signal.facts, risk: toEuros(riskCents), equity: equityCents / 100 },
    command: {
      kind: 'open-position',
      symbol: signal.symbol,
      direction: signal.entry.direction,
      amountCents,
      leverage,
      requestedPoints,
      stopPoints,
      targetPoints,
      isAutomatic: true,
    },
  };
}

function keyOf({ symbol, candleEndMs }: Signal, accountId: number) {
  return { accountId, symbol, candleEndMs };
}

/** Returns the stored decision for the candle, which can be an earlier one. */
async function carryOut(deps: ActDeps, decision: Decision): Promise<StoredDecision> {
  const { db, engine, clock } = deps;
  const kept = await keepDecision(db, decision, clock.nowMs());
  if (kept.command === null || kept.outcome !== null) return kept;
  const { accountId, symbol, candleEndMs, command } = kept;
  const outcome = await engine.submit(`auto:${symbol}:${candleEndMs}`, {
    ...command,
    accountId,
    atMs: clock.nowMs(),
  });
  await settleDecision(db, kept, outcome.kind === 'done' ? 'done' : outcome.rejection.code);
  return kept;
}

/** Processes a few items at a time. A failure does not affect the others. */
async function eachOf<Item>(
  items: readonly Item[],
  isOver: () => boolean,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < items.length && !isOver(); from += AT_ONCE) {
    const ends = await Promise.allSettled(items.slice(from, from + AT_ONCE).map(run));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }
}
