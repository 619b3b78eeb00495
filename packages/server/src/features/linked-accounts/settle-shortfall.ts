// Settles a shortfall: linked accounts contribute as staff decide, balance protection pays the
// rest.
//
// 1. Decided: who contributes how much, with the audit entries, in one transaction.
//
// 2. Booked: the engine books each contribution, at most what the account could withdraw, and ends
// the debt; if it rejects one, the debt stays and staff decide about the rest again.
//
// 3. Settled: the booked amounts, and the customers' notifications.
//
// Every journal entry has its own key, so a job completes what a crash interrupted.
import type { Rejection } from '@halyard/contract/rejections';
import { assert } from '@halyard/core/assertion';
import { createShortfallCoverPosting, createShortfallEndPosting } from '@halyard/core/ledger';
import { planCovers } from '@halyard/core/linked-accounts';
import type { Cover } from '@halyard/core/linked-accounts';
import { cents, toEuros } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { EngineClient } from '#engine/engine.ts';
import type { Approvals, Judged } from '#features/approvals/approvals.ts';
import type { Notifications } from '#features/notifications/notifications.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { listPurses } from './list-purses.ts';
import type { PurseDeps } from './list-purses.ts';
import {
  findShortfall,
  lockShortfall,
  saveReopened,
  saveSettled,
  saveSettling,
} from './shortfall-store.ts';
import type { DecidedCover, Shortfall } from './shortfall-store.ts';

const JOB = 'linked-accounts.settle';

export type SettleDeps = PurseDeps & {
  readonly engine: Pick<EngineClient, 'account' | 'market' | 'submit'>;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'enqueue' | 'handle'>;
  readonly approvals: Pick<Approvals, 'judge'>;
  readonly notifications: Pick<Notifications, 'notify' | 'notifyOperator'>;
};

export type Settlement = {
  readonly positionId: number;
  /** How to settle. `cover`: linked accounts pay first. `pay`: balance protection pays all. */
  readonly how: 'cover' | 'pay';
  /** The approved contributions; absent: computed from what the accounts have now. */
  readonly covers?: readonly Cover[];
  readonly actor: string;
  readonly reason: string;
};

export type Settled =
  | { readonly kind: 'settled'; readonly coveredCents: Cents; readonly paidCents: Cents }
  /** Two people must approve the settlement and have not: nothing is booked yet. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'refused'; readonly rejection: Rejection };

/** Settles a shortfall. Throws an Outage, after which the decision is booked later. */
export async function settleShortfall(deps: SettleDeps, wanted: Settlement): Promise<Settled> {
  const { positionId, how } = wanted;
  const found = await findShortfall(deps.db.kysely, positionId);
  if (found === undefined) return { kind: 'refused', rejection: { code: 'not-found' } };
  const covers = how === 'cover' ? await chooseCovers(deps, found, wanted.covers) : [];
  if (covers === undefined) return refused({ code: 'cover-impossible' });
  const decided = await deps.db.kysely
    .transaction()
    .execute(async (tx) => await decide(deps, tx, { ...wanted, covers }));
  if (decided !== undefined) return decided;
  return await book(deps, positionId);
}

/**
 * Returns the contributions; undefined if an account can't contribute what was approved, or is no
 * longer linked.
 */
async function chooseCovers(
  deps: SettleDeps,
  shortfall: Shortfall,
  approved: readonly Cover[] | undefined,
): Promise<readonly Cover[] | undefined> {
  const purses = await listPurses(deps, shortfall.customerId);
  if (approved === undefined) return planCovers(leftOf(shortfall), purses);
  const isPossible = approved.every(({ accountId, amountCents }) =>
    purses.some((one) => one.accountId === accountId && one.availableCents >= amountCents),
  );
  return isPossible ? approved : undefined;
}

/** Ensures that decisions are booked, even if the caller fails; call it before the jobs start. */
export function handleSettling(deps: SettleDeps): void {
  deps.jobs.handle(JOB, {
    payload: z.object({ positionId: z.int() }),
    run: async ({ positionId }) => void (await book(deps, positionId)),
  });
}

/** Returns what prevents booking it now; undefined if nothing does. */
async function decide(
  deps: SettleDeps,
  tx: Kysely<object>,
  wanted: Settlement & { readonly covers: readonly Cover[] },
): Promise<Settled | undefined> {
  const { positionId, how, covers, actor, reason } = wanted;
  const shortfall = await lockShortfall(tx, positionId);
  if (shortfall === undefined) return { kind: 'refused', rejection: { code: 'not-found' } };
  if (shortfall.status !== 'open') return refused({ code: 'transaction-stage' });
  if (sumOf(covers) > leftOf(shortfall)) return refused({ code: 'transaction-stage' });
  const judged = await judge(deps, tx, { shortfall, wanted });
  if (judged.kind === 'refused') return judged;
  const atMs = deps.clock.nowMs();
  const about = { actor, subject: `customer:${shortfall.customerId}`, reason };
  const facts = { positionId, amount: toEuros(shortfall.amountCents) };
  if (judged.kind === 'waiting') {
    await recordAudit(tx, atMs, {
      ...about,
      action: `shortfall.${how}-${judged.step}`,
      after: { ...facts, covers },
    });
    return { kind: 'waiting' };
  }
  const all = [...shortfall.covers, ...covers];
  await saveSettling(tx, { positionId, covers: all, actor, reason, atMs });
  const key = `${positionId}:${atMs}`;
  await deps.jobs.enqueue(tx, { kind: JOB, key, payload: { positionId } });
  await recordAudit(tx, atMs, {
    ...about,
    action: `shortfall.${how}`,
    after: { ...facts, covers, approvedBy: judged.by },
  });
  return undefined;
}

/**
 * The limit applies to the whole remaining shortfall, because the broker pays what linked accounts
 * don't. The target names the contributions, so that two people must approve a changed plan again.
 */
async function judge(
  { approvals }: SettleDeps,
  tx: Kysely<object>,
  decision: {
    readonly shortfall: Shortfall;
    readonly wanted: Settlement & { readonly covers: readonly Cover[] };
  },
): Promise<Judged> {
  const { positionId, covers, actor, reason } = decision.wanted;
  const amountCents = leftOf(decision.shortfall);
  const plan = toPlan(covers);
  return await approvals.judge(tx, {
    action: covers.length === 0 ? 'shortfall-payment' : 'shortfall-cover',
    target: `position:${positionId}:${amountCents}:${plan}`,
    customerId: decision.shortfall.customerId,
    amountCents,
    content: { positionId, plan },
    actor,
    reason,
  });
}

async function book(deps: SettleDeps, positionId: number): Promise<Settled> {
  const shortfall = await findShortfall(deps.db.kysely, positionId);
  assert(shortfall !== undefined, 'a decided shortfall exists');
  const { status, customerId, amountCents, decidedAtMs } = shortfall;
  if (status !== 'settling') return refused({ code: 'transaction-stage' });
  assert(decidedAtMs !== null, 'a shortfall is decided before it is booked');
  const booked: DecidedCover[] = [];
  for (const cover of shortfall.covers) {
    if (cover.isBooked === true || (await isTaken(deps, cover, { positionId, decidedAtMs }))) {
      booked.push({ ...cover, isBooked: true });
    }
  }
  if (booked.length < shortfall.covers.length)
    return await reopen(deps, { ...shortfall, decidedAtMs }, booked);
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
  return await settle(deps, { ...shortfall, decidedAtMs });
}

/** Books a contribution; false if the account has less than at the decision. */
async function isTaken(
  { engine }: SettleDeps,
  { accountId, amountCents }: Cover,
  { positionId, decidedAtMs: atMs }: { readonly positionId: number; readonly decidedAtMs: number },
): Promise<boolean> {
  const posting = createShortfallCoverPosting({ accountId, amountCents, positionId, atMs });
  const command = { kind: 'post-funds', accountId, atMs, posting } as const;
  return (await engine.submit(posting.uniqueKey, command)).kind === 'done';
}

type Decided = Shortfall & { readonly decidedAtMs: number };

/**
 * Reopens the shortfall. Staff decide about the rest, because no one has approved that the broker
 * pays it.
 */
async function reopen(
  { db, clock, notifications }: SettleDeps,
  { positionId, customerId, decidedBy, decidedAtMs: atMs }: Decided,
  covers: readonly DecidedCover[],
): Promise<Settled> {
  await db.kysely.transaction().execute(async (tx) => {
    // A late run must not undo a later decision, so it stops here.
    if (!(await saveReopened(tx, { positionId, covers, atMs }))) return;
    await recordAudit(tx, clock.nowMs(), {
      actor: decidedBy ?? 'system',
      action: 'shortfall.reopened',
      subject: `customer:${customerId}`,
      after: { positionId, covered: toEuros(sumOf(covers)) },
    });
    await notifications.notifyOperator(tx, {
      key: `shortfall:${positionId}:${atMs}:reopened`,
      subject: `A shortfall of customer ${customerId} needs another decision`,
      text:
        `A linked account has less than when the cover of position ${positionId} was decided, so ` +
        'the shortfall is not settled. Decide about the rest in the back office under Shortfalls.',
    });
  });
  return refused({ code: 'cover-impossible' });
}

async function settle(
  { db, clock, notifications }: SettleDeps,
  { positionId, customerId, amountCents, decidedBy, decidedAtMs: atMs, covers }: Decided,
): Promise<Settled> {
  const coveredCents = sumOf(covers);
  const paidCents = cents(amountCents - coveredCents);
  await db.kysely.transaction().execute(async (tx) => {
    if (!(await saveSettled(tx, { positionId, coveredCents, atMs }))) return;
    const key = `shortfall:${positionId}:settled`;
    const facts = { amountCents };
    await notifications.notify(tx, { customerId, kind: 'shortfall-settled', key, facts });
    for (const [index, cover] of covers.entries()) {
      await notifications.notify(tx, {
        customerId: cover.accountId,
        kind: 'shortfall-covered',
        key: `${key}:${index}`,
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

function leftOf({ amountCents, covers }: Shortfall): Cents {
  return cents(amountCents - sumOf(covers));
}

/** Formats contributions for an approval's content: '17=120000,21=500', in cents. */
function toPlan(covers: readonly Cover[]): string {
  return covers.map(({ accountId, amountCents }) => `${accountId}=${amountCents}`).join();
}

/** Parses the contributions in an approval's content. */
export function readPlan(plan: string): readonly Cover[] {
  return plan
    .split(',')
    .filter((part) => part !== '')
    .map((part) => {
      const [accountId = 0, amount = 0] = part.split('=').map(Number);
      return { accountId, amountCents: cents(amount) };
    });
}

function sumOf(covers: readonly Cover[]): Cents {
  return cents(covers.reduce((sum, { amountCents }) => sum + amountCents, 0));
}

function refused(rejection: Rejection): Settled {
  return { kind: 'refused', rejection };
}
