import { randomUUID } from 'node:crypto';
import type { Rejection } from '@halyard/contract/rejections';
import { assert, assertPresent } from '@halyard/core/assertion';
import {
  createPracticePosting,
  PRACTICE_OPENING_CENTS,
  practiceResetKey,
} from '@halyard/core/ledger';
import { cents, toEuros } from '@halyard/core/money';
import { DAY_MS } from '@halyard/core/time';
import { isAnswered } from '#engine/engine.ts';
import type { EngineClient } from '#engine/engine.ts';
import { isoDay } from '#platform/clock/clock.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';

export type ResetDeps = {
  /** The database of practice accounts. */
  readonly db: Database;
  /** The engine of practice accounts. */
  readonly engine: EngineClient;
  readonly clock: Clock;
};

/**
 * Cancels the orders and closes the positions of a practice account, then restores its opening
 * balance. `name` identifies the reset and is the day of UTC by default. Rejects a second reset with
 * the same name, and one with a position whose market is closed, before anything is changed. Throws
 * an Outage, after which it can be repeated.
 */
export async function resetPractice(
  deps: ResetDeps,
  accountId: number,
  name = today(deps),
): Promise<Answer<{ readonly balance: number }>> {
  const { engine, clock } = deps;
  const key = practiceResetKey(accountId, name);
  if (await isAnswered(deps.db.kysely, { accountId, requestId: key })) {
    return refused({ code: 'practice-reset-used' });
  }
  const closed = await findClosedMarket(deps, accountId);
  if (closed !== undefined) return refused(closed);
  const { orders } = await getAccount(deps, accountId);
  const atMs = clock.nowMs();
  for (const orderId of orders.keys()) {
    // An order that ended meanwhile is rejected, which changes nothing.
    const cancel = { kind: 'cancel-order', accountId, atMs, orderId } as const;
    await engine.submit(`house:reset:${randomUUID()}`, cancel);
  }
  const close = { kind: 'close-positions', accountId, atMs, which: 'all' } as const;
  await engine.submit(`house:reset:${randomUUID()}`, close);
  // A market can close in between.
  const stillClosed = await findClosedMarket(deps, accountId);
  if (stillClosed !== undefined) return refused(stillClosed);
  const { cashCents } = await getAccount(deps, accountId);
  const amountCents = cents(PRACTICE_OPENING_CENTS - cashCents);
  if (amountCents !== 0) {
    const posting = createPracticePosting({ accountId, key, amountCents, atMs });
    const paid = await engine.submit(key, { kind: 'post-funds', accountId, atMs, posting });
    if (paid.kind === 'refused' && paid.rejection.code === 'duplicate-id') {
      return refused({ code: 'practice-reset-used' });
    }
    assert(paid.kind === 'done', 'practice money is never rejected');
  }
  return ok({ balance: toEuros(PRACTICE_OPENING_CENTS) });
}

/** Returns whether the account can be reset today, and when the next day begins. */
export async function viewResets(
  deps: ResetDeps,
  accountId: number,
): Promise<{ readonly canReset: boolean; readonly nextAtMs: number }> {
  const requestId = practiceResetKey(accountId, today(deps));
  const isUsed = await isAnswered(deps.db.kysely, { accountId, requestId });
  const nowMs = deps.clock.nowMs();
  return { canReset: !isUsed, nextAtMs: nowMs - (nowMs % DAY_MS) + DAY_MS };
}

function today({ clock }: ResetDeps): string {
  return isoDay(clock.nowMs());
}

async function findClosedMarket(
  deps: ResetDeps,
  accountId: number,
): Promise<Rejection | undefined> {
  const { positions } = await getAccount(deps, accountId);
  for (const { symbol } of positions.values()) {
    if (deps.engine.market(symbol).state === 'live') continue;
    return { code: 'practice-market-closed', facts: { symbol } };
  }
  return undefined;
}

async function getAccount({ engine }: ResetDeps, accountId: number) {
  const account = await engine.account(accountId);
  return assertPresent(account, 'a signed-in customer has a practice account');
}
