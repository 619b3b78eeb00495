// Compares a day's payments with the provider's records, in both directions.
import type { ProviderId } from '@halyard/contract/providers';
import { DAY_MS, HOUR_MS } from '@halyard/core/time';
import * as z from 'zod/mini';
import { isoDay } from '#platform/clock/clock.ts';
import type { Transaction } from '../transaction.ts';
import { findTransaction } from '../transaction-store.ts';
import { ask, settleAnswer } from './settle-event.ts';
import { amountOf } from './money-text.ts';
import { findPayment, listPayments } from './payment-store.ts';
import type { ProviderPayment } from './payment-store.ts';
import type { PollDeps } from './poll-payment.ts';
import { isReturn } from './provider.ts';
import type { Period, Provider, ProviderEvent } from './provider.ts';
import { reconcileReturn } from './reconcile-return.ts';
import { RECONCILED_ROWS_MAX, toReconciledRow } from './reconciled-row.ts';
import type { ReconciledRow } from './reconciled-row.ts';

export type Reconciliation = {
  readonly provider: ProviderId;
  /** The reconciled day, YYYY-MM-DD in UTC. */
  readonly day: string;
  /** The number of payments sent to the provider on that day. */
  readonly payments: number;
  readonly agreeing: number;
  /** The number of payments that the provider can't be queried for. */
  readonly unasked: number;
  /** The differences, one sentence each. */
  readonly differences: readonly string[];
  /** The payments side by side, the differing ones first, at most RECONCILED_ROWS_MAX. */
  readonly rows: readonly ReconciledRow[];
};

/** A reconciliation can be aborted between two payments, and its job then starts again. */
type ReconcileDeps = PollDeps & { readonly signal?: AbortSignal };

const JOB = 'payments.reconcile';
const PAGE_LENGTH = 100;
const LISTED_MAX = 100_000;
/** How long after midnight the report runs, so that the day has ended for the provider, too. */
const REPORT_AFTER_MS = 3 * HOUR_MS;

/**
 * Throws an Outage if the provider can't be reached. Payments that are paid there and open here are
 * settled as after any inquiry, and reported.
 */
export async function reconcile(
  deps: ReconcileDeps,
  provider: Provider,
  day: string,
): Promise<Reconciliation> {
  const fromMs = Date.parse(`${day}T00:00:00Z`);
  const period = { fromMs, untilMs: fromMs + DAY_MS };
  const listed = await listTheirs(deps, provider, period);
  const tally = { payments: 0, agreeing: 0, unasked: 0 };
  const differing: ReconciledRow[] = [];
  const agreeing: ReconciledRow[] = [];
  for (let after = ''; ;) {
    const page = { provider: provider.id, ...period, after, limit: PAGE_LENGTH };
    const payments = await listPayments(deps.db.kysely, page);
    for (const payment of payments) {
      deps.signal?.throwIfAborted();
      after = payment.transactionId;
      tally.payments += 1;
      const { verdict, row } = await compare(deps, provider, { payment, listed });
      if (verdict === 'agrees') tally.agreeing += 1;
      else if (verdict === 'unasked') tally.unasked += 1;
      if (row.difference !== null) differing.push(row);
      else if (agreeing.length < RECONCILED_ROWS_MAX) agreeing.push(row);
    }
    if (payments.length < PAGE_LENGTH) break;
  }
  for (const theirs of listed?.returns ?? []) {
    deps.signal?.throwIfAborted();
    const payment = await findPayment(deps.db.kysely, theirs.orderRef ?? '');
    if (payment?.provider !== provider.id) continue;
    const reference = payment.transactionId;
    const ours = await findTransaction(deps.db.kysely, reference);
    const difference = await reconcileReturn(deps, payment, theirs);
    if (difference === undefined) continue;
    differing.push(toReconciledRow({ reference, ours, theirs, difference }));
  }
  differing.push(...(await findStrangers(deps, listed)));
  return {
    provider: provider.id,
    day,
    ...tally,
    differences: differing.flatMap(({ difference }) => difference ?? []),
    rows: [...differing, ...agreeing].slice(0, RECONCILED_ROWS_MAX),
  };
}

export type Listed =
  | {
      /** The provider's payments by our reference. */
      readonly payments: ReadonlyMap<string, ProviderEvent>;
      readonly returns: readonly ProviderEvent[];
    }
  | undefined;

/** Returns the provider's payments of a period; undefined if it has no list. */
export async function listTheirs(
  deps: PollDeps,
  provider: Provider,
  period: Period,
): Promise<Listed> {
  if (provider.list === undefined) return undefined;
  const payments = new Map<string, ProviderEvent>();
  const returns: ProviderEvent[] = [];
  for (let offset = 0; offset < LISTED_MAX;) {
    const page = provider.list(period, offset);
    const events = page.read(await deps.call(page.call));
    for (const event of events) {
      if (isReturn(event)) returns.push(event);
      else if (event.orderRef !== undefined) payments.set(event.orderRef, event);
    }
    if (events.length < page.limit) break;
    offset += events.length;
  }
  return { payments, returns };
}

export type Compared = {
  /** 'agrees', 'unasked', or the difference as a sentence. */
  readonly verdict: string;
  readonly row: ReconciledRow;
};

export async function compare(
  deps: PollDeps,
  provider: Provider,
  about: { readonly payment: ProviderPayment; readonly listed: Listed },
): Promise<Compared> {
  const { payment, listed } = about;
  const reference = payment.transactionId;
  const ours = await findTransaction(deps.db.kysely, reference);
  const theirs = listed?.payments.get(reference) ?? (await ask(deps, provider, { payment }));
  const verdict = await judge(deps, provider, { payment, listed, ours, theirs });
  const difference = ['agrees', 'unasked'].includes(verdict) ? null : verdict;
  return { verdict, row: toReconciledRow({ reference, ours, theirs, difference }) };
}

type BothSides = {
  readonly payment: ProviderPayment;
  readonly listed: Listed;
  readonly ours: Transaction | undefined;
  readonly theirs: ProviderEvent | undefined;
};

async function judge(
  deps: PollDeps,
  provider: Provider,
  { payment, listed, ours: transaction, theirs }: BothSides,
): Promise<string> {
  const id = payment.transactionId;
  const isCredited = transaction?.status === 'approved';
  if (theirs === undefined) {
    const canKnow = listed !== undefined || provider.proof !== 'person';
    const isAsked = canKnow && payment.providerReference !== null;
    if (isCredited && isAsked) return `${id} is credited here, and not known there.`;
    return isAsked ? 'agrees' : 'unasked';
  }
  if (isCredited && theirs.outcome === 'succeeded') {
    const isSame = theirs.amountCents === transaction.amountCents && theirs.currency === 'EUR';
    return isSame ? 'agrees' : `${id} is credited here, and ${amountOf(theirs)} was paid there.`;
  }
  if (isCredited && isReturn(theirs)) {
    return (await reconcileReturn(deps, payment, theirs)) ?? 'agrees';
  }
  if (isCredited) return `${id} is credited here, and ${theirs.outcome} there.`;
  if (theirs.outcome !== 'succeeded') return 'agrees';
  const became = await settleAnswer(deps, payment, theirs);
  return `${id} was ${transaction?.status ?? 'unknown'} here, and ${amountOf(theirs)} paid there: now ${became}.`;
}

/** Returns payments that were paid at the provider but never sent by us. */
async function findStrangers(deps: PollDeps, listed: Listed): Promise<readonly ReconciledRow[]> {
  const strangers: ReconciledRow[] = [];
  for (const [orderRef, event] of listed?.payments ?? []) {
    if (event.outcome !== 'succeeded') continue;
    if ((await findPayment(deps.db.kysely, orderRef)) !== undefined) continue;
    const difference = `${orderRef.slice(0, 64)}: ${amountOf(event)} paid there, and not known here.`;
    strangers.push(
      toReconciledRow({ reference: orderRef, ours: undefined, theirs: event, difference }),
    );
  }
  return strangers;
}

/**
 * Returns dependencies that stop querying when the signal is aborted and cancel the current query.
 */
function untilAborted(deps: PollDeps, signal: AbortSignal): ReconcileDeps {
  return { ...deps, signal, call: async (call) => await deps.call(call, signal) };
}

/** Registers the daily report and schedules it; call it before the jobs start. */
export function handleReconciliation(deps: PollDeps): void {
  deps.jobs.handle(JOB, {
    payload: z.object({ id: z.string(), day: z.string() }),
    run: async ({ id, day }, { signal }) => {
      const provider = [...deps.providers.values()].find((one) => one.id === id);
      if (provider === undefined) return;
      const { rows: _, ...report } = await reconcile(untilAborted(deps, signal), provider, day);
      const isClean = report.differences.length === 0;
      if (isClean) deps.log.info(report, 'a day of payments agrees with the provider');
      else deps.log.error(report, 'a day of payments differs from the provider');
    },
  });
  deps.jobs.repeat({
    kind: 'payments.plan-reports',
    everyMs: HOUR_MS,
    run: async () => await scheduleReconciliation(deps),
  });
}

/** Schedules a report of today for the following night, once per provider. */
export async function scheduleReconciliation(deps: PollDeps): Promise<void> {
  const nowMs = deps.clock.nowMs();
  const day = isoDay(nowMs);
  const notBeforeMs = Date.parse(`${day}T00:00:00Z`) + DAY_MS + REPORT_AFTER_MS;
  for (const id of deps.providers.keys()) {
    const job = { kind: JOB, key: `${id}:${day}`, payload: { id, day }, notBeforeMs };
    await deps.jobs.enqueue(deps.db.kysely, job);
  }
}
