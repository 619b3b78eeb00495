// Settles a shortfall: linked accounts cover what staff let them, balance protection pays the rest.
//
// 1  decided   who covers how much, with the audit entries, in one transaction
// 2  booked    the engine takes each cover, no more than the account could withdraw, and ends the debt
// 3  settled   what was booked, with what customers are notified of
//
// Every posting has a key of its own, so a crash between two steps is finished by a job.
import type { Refusal } from '@halyard/contract/refusals';
import { assert } from '@halyard/core/assertion';
import { createShortfallCoverPosting, createShortfallEndPosting } from '@halyard/core/ledger';
import { planCovers } from '@halyard/core/linked-accounts';
import type { Cover } from '@halyard/core/linked-accounts';
import { cents, toEuros } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Engine } from '#engine/engine.ts';
import type { Approvals, Judged } from '#features/approvals/approvals.ts';
import type { Notices } from '#features/notices/notices.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { listPurses } from './list-purses.ts';
import type { PurseDeps } from './list-purses.ts';
import { findShortfall, lockShortfall, saveSettled, saveSettling } from './shortfall-store.ts';
import type { Shortfall } from './shortfall-store.ts';

const JOB = 'linked-accounts.settle';

export type SettleDeps = PurseDeps & {
  readonly engine: Pick<Engine, 'account' | 'market' | 'submit'>;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'enqueue' | 'handle'>;
  readonly approvals: Pick<Approvals, 'judge'>;
  readonly notices: Pick<Notices, 'notify'>;
};

export type Settlement = {
  readonly positionId: number;
  /** `cover`: linked accounts first. `pay`: balance protection pays all. */
  readonly how: 'cover' | 'pay';
  readonly actor: string;
  readonly reason: string;
};

export type Settled =
  | { readonly kind: 'settled'; readonly coveredCents: Cents; readonly paidCents: Cents }
  /** Two people must approve it, and not both have: nothing is booked yet. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Throws an Outage: then what was decided is booked later. */
export async function settleShortfall(deps: SettleDeps, wanted: Settlement): Promise<Settled> {
  const { positionId, how } = wanted;
  const found = await findShortfall(deps.db.kysely, positionId);
  if (found === undefined) return { kind: 'refused', refusal: { code: 'not-found' } };
  const purses = how === 'cover' ? await listPurses(deps, found.customerId) : [];
  const covers = planCovers(found.amountCents, purses);
  const decided = await deps.db.kysely
    .transaction()
    .execute(async (tx) => await decide(deps, tx, { ...wanted, covers }));
  if (decided !== undefined) return decided;
  return await book(deps, positionId);
}

/** Sees to it that what is decided is booked, whatever became of its caller; before the jobs start. */
export function handleSettling(deps: SettleDeps): void {
  deps.jobs.handle(JOB, {
    payload: z.object({ positionId: z.int() }),
    run: async ({ positionId }) => void (await book(deps, positionId)),
  });
}

/** Gives what keeps it from being booked now; undefined when nothing does. */
async function decide(
  deps: SettleDeps,
  tx: Kysely<object>,
  wanted: Settlement & { readonly covers: readonly Cover[] },
): Promise<Settled | undefined> {
  const { positionId, how, covers, actor, reason } = wanted;
  const shortfall = await lockShortfall(tx, positionId);
  if (shortfall === undefined) return { kind: 'refused', refusal: { code: 'not-found' } };
  if (shortfall.status !== 'open') return refused({ code: 'transaction-stage' });
  const judged = await judge(deps, tx, { shortfall, wanted });
  if (judged.kind === 'refused') return judged;
  const atMs = deps.clock.nowMs();
  const about = { actor, subject: `customer:${shortfall.customerId}`, reason };
  const facts = { positionId, amount: toEuros(shortfall.amountCents) };
  if (judged.kind === 'waiting') {
    await recordAudit(tx, atMs, {
      ...about,
      action: `shortfall.cover-${judged.step}`,
      after: facts,
    });
    return { kind: 'waiting' };
  }
  await saveSettling(tx, { positionId, covers, actor, reason, atMs });
  await deps.jobs.enqueue(tx, { kind: JOB, key: String(positionId), payload: { positionId } });
  await recordAudit(tx, atMs, {
    ...about,
    action: `shortfall.${how}`,
    after: { ...facts, covers, approvedBy: judged.by },
  });
  return undefined;
}

/** What is taken from linked accounts above the limit takes two people; what is given to them not. */
async function judge(
  { approvals }: SettleDeps,
  tx: Kysely<object>,
  decision: {
    readonly shortfall: Shortfall;
    readonly wanted: Settlement & { readonly covers: readonly Cover[] };
  },
): Promise<Judged> {
  const { positionId, covers, actor, reason } = decision.wanted;
  const amountCents = sumOf(covers);
  if (amountCents === 0) return { kind: 'approved', by: [actor] };
  return await approvals.judge(tx, {
    action: 'shortfall-cover',
    target: `position:${positionId}`,
    customerId: decision.shortfall.customerId,
    amountCents,
    content: { positionId },
    actor,
    reason,
  });
}

async function book(deps: SettleDeps, positionId: number): Promise<Settled> {
  const shortfall = await findShortfall(deps.db.kysely, positionId);
  assert(shortfall !== undefined, 'a decided shortfall is there');
  const { status, customerId, amountCents, decidedAtMs } = shortfall;
  if (status !== 'settling') return refused({ code: 'transaction-stage' });
  assert(decidedAtMs !== null, 'a shortfall is decided before it is booked');
  const booked: Cover[] = [];
  for (const cover of shortfall.covers) {
    const posting = createShortfallCoverPosting({ ...cover, positionId, atMs: decidedAtMs });
    const { accountId } = cover;
    const command = { kind: 'post-funds', accountId, atMs: decidedAtMs, posting } as const;
    const outcome = await deps.engine.submit(posting.uniqueKey, command);
    // It has less now than when it was decided: then it covers nothing.
    if (outcome.kind === 'done') booked.push(cover);
  }
  const end = { positionId, accountId: customerId, amountCents, atMs: decidedAtMs };
  const posting = createShortfallEndPosting(end);
  const command = {
    kind: 'post-funds',
    accountId: customerId,
    atMs: decidedAtMs,
    posting,
  } as const;
  const outcome = await deps.engine.submit(posting.uniqueKey, command);
  assert(outcome.kind === 'done', 'the debt of a shortfall ends');
  return await settle(deps, shortfall, booked);
}

async function settle(
  { db, clock, notices }: SettleDeps,
  { positionId, customerId, amountCents, decidedBy }: Shortfall,
  covers: readonly Cover[],
): Promise<Settled> {
  const coveredCents = sumOf(covers);
  const paidCents = cents(amountCents - coveredCents);
  await db.kysely.transaction().execute(async (tx) => {
    if (!(await saveSettled(tx, { positionId, covers, coveredCents }))) return;
    const key = `shortfall:${positionId}:settled`;
    const facts = { amountCents };
    await notices.notify(tx, { customerId, kind: 'shortfall-settled', key, facts });
    for (const cover of covers) {
      await notices.notify(tx, {
        customerId: cover.accountId,
        kind: 'shortfall-covered',
        key,
        facts: { amountCents: cover.amountCents },
      });
    }
    const about = { actor: decidedBy ?? 'system', action: 'shortfall.settled' } as const;
    const sums = { covered: toEuros(coveredCents), paid: toEuros(paidCents) };
    const after = { positionId, ...sums };
    for (const id of [customerId, ...covers.map(({ accountId }) => accountId)]) {
      await recordAudit(tx, clock.nowMs(), { ...about, subject: `customer:${id}`, after });
    }
  });
  return { kind: 'settled', coveredCents, paidCents };
}

function sumOf(covers: readonly Cover[]): Cents {
  return cents(covers.reduce((sum, { amountCents }) => sum + amountCents, 0));
}

function refused(refusal: Refusal): Settled {
  return { kind: 'refused', refusal };
}
