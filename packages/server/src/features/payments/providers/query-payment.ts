// Queries a provider because a message reported something about a payment. Anyone can send an
// unsigned message, and a provider's reply can lag behind its messages.
//
// 1. Requested: messages about a payment within an interval cause one query.
//
// 2. Queried: the reply is settled.
//
// 3. Compared: a claim that the reply does not confirm is queried again at growing intervals, until
// both agree or a person decides.
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@halyard/core/time';
import type { ProviderId } from '@halyard/contract/providers';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { Outage } from '#platform/outage/outage.ts';
import { CLAIMED_OUTCOMES, insertClaim, listClaims } from '../claim-store.ts';
import type { Claim } from '../claim-store.ts';
import { compareClaims, isBooked } from './compare-claims.ts';
import { findPayment } from './payment-store.ts';
import type { ProviderPayment } from './payment-store.ts';
import { ProviderError } from './provider.ts';
import type { Provider, ProviderEvent } from './provider.ts';
import { beginQuery, finishQuery, listQueries, requestQuery } from './query-store.ts';
import type { Due, Query } from './query-store.ts';
import { ask, settleAnswer } from './settle-event.ts';
import type { JudgeDeps } from './settle-event.ts';

export type QueryDeps = JudgeDeps & {
  readonly jobs: Jobs;
  readonly providers: ReadonlyMap<ProviderId, Provider>;
};

const JOB = 'payments.query';
/**
 * The maximum number of attempts: they last for more than a week, in the end hourly, because
 * nothing else would report a refund again.
 */
const ATTEMPTS_MAX = 200;
/** The minimum time between two queries of a payment, however many messages arrive. */
const INTERVAL_MS = 30 * SECOND_MS;
const DELAYS_MS = [1, 2, 5, 10, 20, 40, 60, 120, 240, 480].map((minutes) => minutes * MINUTE_MS);
const LAST_DELAY_MS = DAY_MS / 2;
/** The number of payments per query: more would take longer than a job may. The others follow. */
const SUBJECTS_MAX = 3;
const PAGE_LENGTH = 500;

export type Said = { readonly event: ProviderEvent; readonly isSigned: boolean };

/** Stores a message's claim and requests a query. */
export async function requestFor(
  deps: Pick<QueryDeps, 'db' | 'jobs' | 'clock'>,
  { transactionId }: ProviderPayment,
  { event, isSigned }: Said,
): Promise<void> {
  const nowMs = deps.clock.nowMs();
  const claimed = CLAIMED_OUTCOMES.find((one) => one === event.outcome);
  await deps.db.kysely.transaction().execute(async (tx) => {
    const isOpen = claimed !== undefined && !(await isBooked(tx, transactionId, claimed));
    // Our own reference is queried for an unsigned message, because it can name another payment.
    const { providerReference, details } = isSigned
      ? event
      : { providerReference: undefined, details: {} };
    const claim = { transactionId, isSigned, claimedAtMs: nowMs, providerReference, details };
    const isNewClaim = isOpen && (await insertClaim(tx, { ...claim, outcome: claimed }));
    const request = { transactionId, nowMs, intervalMs: INTERVAL_MS, isNewClaim };
    await schedule(deps, tx, { transactionId, due: await requestQuery(tx, request) });
  });
}

async function schedule(
  { jobs }: Pick<QueryDeps, 'jobs'>,
  db: Kysely<object>,
  { transactionId, due }: { readonly transactionId: string; readonly due: Due },
): Promise<void> {
  await jobs.enqueue(db, {
    kind: JOB,
    // Each run has its own key, because a finished job would otherwise suppress the next one.
    key: `${transactionId}:${due.dueMs}:${due.runs}`,
    payload: { transactionId },
    notBeforeMs: due.dueMs,
  });
}

/** Registers the handler; call it before the jobs start. */
export function handleQueries(deps: QueryDeps): void {
  deps.jobs.handle(JOB, {
    payload: z.object({ transactionId: z.string() }),
    attemptsMax: ATTEMPTS_MAX,
    run: async ({ transactionId }) => await queryPayment(deps, transactionId),
  });
}

/** Queries again those whose job was given up, when the program starts. */
export async function resumeQueries(deps: QueryDeps): Promise<void> {
  const startMs = deps.clock.nowMs();
  for (let after = ''; ;) {
    const queries = await listQueries(deps.db.kysely, { after, limit: PAGE_LENGTH });
    for (const { transactionId, dueAtMs = startMs } of queries) {
      after = transactionId;
      if (dueAtMs > startMs) continue;
      const key = `${transactionId}:${dueAtMs}:start:${startMs}`;
      await deps.jobs.enqueue(deps.db.kysely, { kind: JOB, key, payload: { transactionId } });
    }
    if (queries.length < PAGE_LENGTH) return;
  }
}

async function queryPayment(deps: QueryDeps, transactionId: string): Promise<void> {
  const askedAtMs = deps.clock.nowMs();
  const query = await beginQuery(deps.db.kysely, transactionId, askedAtMs);
  const payment = await findPayment(deps.db.kysely, transactionId);
  if (query === undefined || payment === undefined) return;
  const provider = deps.providers.get(payment.provider);
  // The provider was removed from the settings in the meantime, so the query is retried later.
  if (provider === undefined) throw new ProviderError(`${payment.provider} is not connected`);
  if (query.requested > 1) {
    const count = { transaction: transactionId, messages: query.requested };
    deps.log.info(count, 'messages about a payment are answered by one query');
  }
  const { answers, isReached } = await askNow(deps, provider, { payment, query });
  const isOpen = await compareClaims(deps, payment, (claim) => answers.get(subjectOf(claim)));
  const isAskedAgain = isOpen || (!isReached && query.tries < DELAYS_MS.length);
  const nowMs = deps.clock.nowMs();
  const nextMs = isAskedAgain ? nowMs + (DELAYS_MS[query.tries] ?? LAST_DELAY_MS) : undefined;
  await deps.db.kysely.transaction().execute(async (tx) => {
    const tries = isAskedAgain ? query.tries + 1 : 0;
    const againMs = askedAtMs + INTERVAL_MS;
    const due = await finishQuery(tx, { query, tries, nextMs, againMs });
    if (due !== undefined) await schedule(deps, tx, { transactionId, due });
  });
}

type Asked = {
  /** The replies by what was asked. */
  readonly answers: ReadonlyMap<string, ProviderEvent>;
  readonly isReached: boolean;
};

/**
 * Queries a payment now. A provider can have several payments under one order reference, and each
 * named one is queried.
 */
async function askNow(
  deps: QueryDeps,
  provider: Provider,
  { payment, query }: { readonly payment: ProviderPayment; readonly query: Query },
): Promise<Asked> {
  const claims = await listClaims(deps.db.kysely, payment.transactionId);
  const unnamed = { providerReference: undefined, details: {} };
  const subjects = [
    ...new Map((claims.length > 0 ? claims : [unnamed]).map((one) => [subjectOf(one), one])),
  ];
  const from = (query.tries * SUBJECTS_MAX) % subjects.length;
  const turn = [...subjects.slice(from), ...subjects.slice(0, from)].slice(0, SUBJECTS_MAX);
  const answers = new Map<string, ProviderEvent>();
  try {
    for (const [subject, event] of turn) {
      const answer = await ask(deps, provider, { payment, event });
      if (answer === undefined) continue;
      answers.set(subject, answer);
      await settleAnswer(deps, payment, answer);
    }
    return { answers, isReached: true };
  } catch (error) {
    const isProviders =
      error instanceof ProviderError || (error instanceof Outage && error.reason === 'provider');
    if (!isProviders) throw error;
    deps.log.warn({ err: error, provider: provider.id }, 'a payment could not be asked after');
    return { answers, isReached: false };
  }
}

function subjectOf({ providerReference }: Pick<Claim, 'providerReference'>): string {
  return providerReference ?? '';
}
