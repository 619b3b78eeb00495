// Queries payments without a final status: a webhook can be lost, and a start can be interrupted.
// The intervals grow, and the queries end.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { Outage } from '#platform/outage/outage.ts';
import { settleDeposit } from '../deposits/deposits.ts';
import { findTransaction } from '../transaction-store.ts';
import { cents } from '@halyard/core/money';
import { ask, settleAnswer } from './settle-event.ts';
import type { QueryDeps } from './query-payment.ts';
import { findPayment, listOpenIds } from './payment-store.ts';
import type { ProviderPayment } from './payment-store.ts';
import { ProviderError } from './provider.ts';
import type { Provider } from './provider.ts';

export type PollDeps = QueryDeps;

const JOB = 'payments.poll';
const PAGE_LENGTH = 500;
const DELAYS_MS = [1, 2, 5, 10, 20, 40, 60, 120, 240, 480].map((minutes) => minutes * MINUTE_MS);
const LAST_DELAY_MS = 12 * HOUR_MS;
/** After this time a payment is cancelled here; a later success is credited anyway. */
const END_MS = 7 * DAY_MS;
/**
 * After this time a payment ends whose provider offers no inquiries, so that only the webhook can
 * report.
 */
const SILENT_END_MS = DAY_MS;

/** Schedules a query in the caller's transaction. The first query has the number 0. */
export async function schedulePoll(
  deps: Pick<PollDeps, 'jobs' | 'clock'>,
  db: Kysely<object>,
  poll: { readonly transactionId: string; readonly number: number },
): Promise<void> {
  const { transactionId, number } = poll;
  await deps.jobs.enqueue(db, {
    kind: JOB,
    key: `${transactionId}:${number}`,
    payload: poll,
    notBeforeMs: deps.clock.nowMs() + (DELAYS_MS[number] ?? LAST_DELAY_MS),
  });
}

/**
 * Queries all open payments when the program starts, because messages during the downtime are lost.
 */
export async function pollOpenPayments(deps: PollDeps): Promise<void> {
  const nowMs = deps.clock.nowMs();
  for (let after = ''; ;) {
    const ids = await listOpenIds(deps.db.kysely, {
      after,
      cancelledAfterMs: nowMs - END_MS,
      limit: PAGE_LENGTH,
    });
    for (const transactionId of ids) {
      after = transactionId;
      await deps.jobs.enqueue(deps.db.kysely, {
        kind: JOB,
        key: `${transactionId}:start:${nowMs}`,
        // The number is that of an already scheduled query, which is not added twice.
        payload: { transactionId, number: 0 },
      });
    }
    if (ids.length < PAGE_LENGTH) return;
  }
}

/** Registers the handler; call it before the jobs start. */
export function handlePolls(deps: PollDeps): void {
  deps.jobs.handle(JOB, {
    payload: z.object({ transactionId: z.string(), number: z.int() }),
    run: async ({ transactionId, number }) => {
      const payment = await findOpenPayment(deps, transactionId);
      if (payment === undefined) return;
      // The next query is scheduled first, so that it runs whatever happens to this one.
      await schedulePoll(deps, deps.db.kysely, { transactionId, number: number + 1 });
      await poll(deps, payment);
    },
  });
}

/**
 * Returns a payment that can still succeed. The page of one that was cancelled here may still be
 * open.
 */
async function findOpenPayment(
  { db: { kysely }, clock }: PollDeps,
  transactionId: string,
): Promise<ProviderPayment | undefined> {
  const transaction = await findTransaction(kysely, transactionId);
  const isOpen = transaction?.status === 'pending' || transaction?.status === 'processing';
  if (!isOpen && transaction?.status !== 'cancelled') return undefined;
  const payment = await findPayment(kysely, transactionId);
  if (isOpen || payment === undefined) return payment;
  return clock.nowMs() - payment.startedAtMs < END_MS ? payment : undefined;
}

async function poll(deps: PollDeps, payment: ProviderPayment): Promise<void> {
  const provider = deps.providers.get(payment.provider);
  const canAsk = provider?.inquire(subjectOf(payment)) !== undefined;
  if (provider !== undefined && canAsk && (await askNow(deps, provider, payment))) return;
  const ageMs = deps.clock.nowMs() - payment.startedAtMs;
  if (ageMs < (canAsk ? END_MS : SILENT_END_MS)) return;
  const { transactionId } = payment;
  await settleDeposit(deps, {
    transactionId,
    provider: payment.provider,
    providerReference: payment.providerReference ?? transactionId,
    outcome: 'cancelled',
    amountCents: cents(0),
    currency: '',
    evidence: { source: 'end', ageMs },
  });
}

/** Queries a payment. Returns whether the provider's reply was final. */
async function askNow(
  deps: PollDeps,
  provider: Provider,
  payment: ProviderPayment,
): Promise<boolean> {
  try {
    const answer = await ask(deps, provider, { payment });
    if (answer === undefined) return false;
    return (await settleAnswer(deps, payment, answer)) !== 'nothing-new';
  } catch (error) {
    const isProviders = error instanceof ProviderError || isProviderOutage(error);
    if (!isProviders) throw error;
    deps.log.warn({ err: error, provider: provider.id }, 'a payment could not be asked after');
    return false;
  }
}

function isProviderOutage(error: unknown): boolean {
  return error instanceof Outage && error.reason === 'provider';
}

function subjectOf(payment: ProviderPayment) {
  return {
    orderRef: payment.transactionId,
    providerReference: payment.providerReference ?? undefined,
    details: payment.details,
    createdAtMs: payment.startedAtMs,
  };
}
