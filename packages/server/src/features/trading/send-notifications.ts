// Notifies customers of what the engine or staff did without their request. The engine's notices
// are committed together with the events; here each becomes a notification, in the transaction that
// stores how far this task has come. So each customer is notified exactly once, whenever the
// program ends.
import { assertPresent } from '@halyard/core/assertion';
import type { EngineRules } from '@halyard/core/engine';
import { points, toRate } from '@halyard/core/instrument';
import type { Instrument, Points } from '@halyard/core/instrument';
import { cents } from '@halyard/core/money';
import type { Kysely } from 'kysely';
import type { NewNotification, Notifications } from '#features/notifications/notifications.ts';
import type { AccountNotice, CancelledNotice } from '#engine/engine.ts';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import type { Instruments } from './instruments.ts';
import { getInstrument } from './instruments.ts';
import {
  findClosedPosition,
  getSymbol,
  listUntold,
  setNotified,
  type NotifiedPosition,
} from './notified-store.ts';
import { toOrderNotification } from './orders/orders.ts';
import { PeriodicTask } from '#platform/periodic-task/periodic-task.ts';

/** The interval of rounds. Wake-ups start one at once; the interval is for what an outage left. */
const POLL_MS = 5_000;
const NOTICES_PER_TRANSACTION_MAX = 100;

export type NotifyDeps = {
  readonly db: Database;
  readonly notifications: Pick<Notifications, 'notify'>;
  readonly instruments: Instruments;
  readonly rules: Pick<EngineRules, 'marginCloseOutPercent'>;
  readonly log: Pick<Log, 'warn' | 'error'>;
  /** Records, in the same transaction, that the engine has cancelled a withdrawal. */
  readonly endWithdrawal: (
    tx: Kysely<object>,
    cancelled: CancelledNotice & { readonly atMs: number },
  ) => Promise<unknown>;
};

/**
 * Creates the task, which processes the notices that exist when it starts, then those that the
 * engine commits.
 */
export function createNotifier(deps: NotifyDeps): PeriodicTask {
  return new PeriodicTask({
    name: 'the telling of notices',
    intervalMs: POLL_MS,
    log: deps.log,
    run: async (signal) => {
      let isMore = true;
      while (isMore && !signal.aborted) isMore = await notifyNext(deps);
    },
  });
}

/** Processes the next notifications; false when there were none. */
async function notifyNext(deps: NotifyDeps): Promise<boolean> {
  return await deps.db.kysely.transaction().execute(async (tx) => {
    const untold = await listUntold(tx, NOTICES_PER_TRANSACTION_MAX);
    for (const { sequence, notice } of untold) await notifyOf(deps, tx, { sequence, notice });
    const last = untold.at(-1);
    if (last !== undefined) await setNotified(tx, last.sequence);
    return last !== undefined;
  });
}

async function notifyOf(
  deps: NotifyDeps,
  tx: Kysely<object>,
  { sequence, notice }: { readonly sequence: number; readonly notice: AccountNotice },
): Promise<void> {
  if (notice.kind === 'margin-level') {
    const warning = toWarning(deps, sequence, notice);
    if (warning !== undefined) await deps.notifications.notify(tx, warning);
    return;
  }
  if (notice.kind === 'withdrawal-cancelled') {
    await deps.endWithdrawal(tx, { ...notice.facts, atMs: notice.atMs });
    await deps.notifications.notify(tx, toCancellation(notice, sequence));
    return;
  }
  if (notice.kind === 'order-ended') {
    const instrument = deps.instruments.get(notice.facts.symbol);
    await deps.notifications.notify(
      tx,
      toOrderNotification(notice, sequence, instrument?.decimals ?? 0),
    );
    return;
  }
  if (notice.kind === 'position-split' || notice.kind === 'dividend') {
    const symbol = await getSymbol(tx, notice.facts.positionId);
    const instrument = getInstrument(deps.instruments, symbol);
    await deps.notifications.notify(tx, toAction(notice, sequence, instrument));
    return;
  }
  const position = assertPresent(
    await findClosedPosition(tx, notice.facts.positionId),
    'a notice of a close has its position',
  );
  const instrument = getInstrument(deps.instruments, position.symbol);
  await deps.notifications.notify(tx, toClose(deps, notice, { position, instrument }));
}

type MarginNotice = Extract<AccountNotice, { kind: 'margin-level' }>;
type ActionNotice = Extract<AccountNotice, { kind: 'position-split' | 'dividend' }>;
type CancellationNotice = Extract<AccountNotice, { kind: 'withdrawal-cancelled' }>;
type CloseNotice = Extract<
  AccountNotice,
  { kind: 'forced-close' | 'level-close' | 'broker-close' }
>;

/**
 * Returns the warning of a margin notice; undefined for the end of a warning, which causes no
 * notification.
 */
function toWarning(
  { rules }: NotifyDeps,
  sequence: number,
  { accountId, atMs, facts }: MarginNotice,
): NewNotification | undefined {
  const { fromPercent, toPercent, equityCents, usedMarginCents } = facts;
  if (toPercent === null || toPercent > (fromPercent ?? Infinity)) return undefined;
  return {
    customerId: accountId,
    kind: 'margin-warning',
    key: `account-notice:${sequence}`,
    facts: {
      levelPercent: percentOf(equityCents, usedMarginCents),
      thresholdPercent: toPercent,
      limitPercent: rules.marginCloseOutPercent,
      atMs,
    },
  };
}

function toAction(notice: ActionNotice, sequence: number, instrument: Instrument): NewNotification {
  const { accountId: customerId, atMs } = notice;
  const { symbol, decimals } = instrument;
  const recipient = { customerId, key: `account-notice:${sequence}` };
  if (notice.kind === 'dividend') {
    const { positionId, amountCents } = notice.facts;
    const facts = { symbol, positionId, amountCents: cents(amountCents), atMs };
    return { ...recipient, kind: 'dividend-booked', facts };
  }
  const { positionId, newUnits, oldUnits, openPoints } = notice.facts;
  const rate = toRate(points(openPoints), decimals).toFixed(decimals);
  return {
    ...recipient,
    kind: 'position-split',
    facts: { symbol, positionId, newUnits, oldUnits, rate, atMs },
  };
}

function toCancellation(
  { accountId: customerId, facts }: CancellationNotice,
  sequence: number,
): NewNotification {
  const { reference: transactionId, amountCents, cause } = facts;
  return {
    customerId,
    kind: cause === 'loss' ? 'withdrawal-cancelled-loss' : 'withdrawal-cancelled-reversal',
    key: `account-notice:${sequence}`,
    facts: { transactionId, amountCents },
  };
}

function toClose(
  { rules }: NotifyDeps,
  notice: CloseNotice,
  closed: { readonly position: NotifiedPosition; readonly instrument: Instrument },
): NewNotification {
  const { position, instrument } = closed;
  const { positionId } = notice.facts;
  const rate = (points: Points): string =>
    toRate(points, instrument.decimals).toFixed(instrument.decimals);
  const { symbol, direction, amountCents, leverage, profitCents } = position;
  const recipient = { customerId: notice.accountId, key: `position:${positionId}:closed` };
  const facts = {
    symbol,
    direction,
    positionId,
    amountCents,
    leverage,
    profitCents,
    rate: rate(position.closePoints),
    atMs: notice.atMs,
  };
  if (notice.kind === 'broker-close')
    return { ...recipient, kind: 'position-closed-by-broker', facts };
  if (notice.kind === 'level-close') {
    const kind = notice.facts.rule === 'stop-loss' ? 'stop-filled' : 'target-filled';
    return { ...recipient, kind, facts };
  }
  const quote = {
    sellRate: rate(position.closeBidPoints),
    buyRate: rate(position.closeAskPoints),
  };
  const { rule, equityCents, usedMarginCents } = notice.facts;
  if (rule === 'termination') {
    const levelRate = rate(position.stopOutPoints);
    return { ...recipient, kind: 'position-terminated', facts: { ...facts, ...quote, levelRate } };
  }
  const margin = {
    levelPercent: percentOf(equityCents, usedMarginCents),
    limitPercent: rules.marginCloseOutPercent,
  };
  return { ...recipient, kind: 'position-closed-out', facts: { ...facts, ...quote, ...margin } };
}

function percentOf(part: number, whole: number): number {
  return (part / whole) * 100;
}
