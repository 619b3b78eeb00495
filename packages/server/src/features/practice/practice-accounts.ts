// Opens practice accounts, and keeps their terms equal to those of the live accounts. A practice
// account is opened when it is first used, because some customers signed up before practice
// accounts existed.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { assert } from '@halyard/core/assertion';
import { BROKER_ACCOUNT_ID } from '@halyard/core/engine';
import type { AccountTerms } from '@halyard/core/engine';
import {
  createPracticePosting,
  PRACTICE_OPENING_CENTS,
  practiceOpeningKey,
} from '@halyard/core/ledger';
import type { ClientLimits } from '#features/client-limits/client-limits.ts';
import { wrapClient } from '#engine/engine.ts';
import type { EngineClient } from '#engine/engine.ts';
import type { EngineOwner } from '#engine/engine-owner.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import { Outage } from '#platform/outage/outage.ts';

export type PracticeAccountsDeps = {
  /** The engine of the live accounts. */
  readonly engine: EngineClient;
  readonly practiceEngine: EngineClient;
  /** The engine of the live accounts, if this program runs it. */
  readonly owner: Pick<EngineOwner, 'onCommitted'> | undefined;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly clientLimits: Pick<ClientLimits, 'findOpeningStop'>;
};

export type PracticeAccounts = {
  /** The engine of practice accounts; it opens an account that does not exist yet. */
  readonly engine: EngineClient;
  close(): void;
};

export function createPracticeAccounts(deps: PracticeAccountsDeps): PracticeAccounts {
  const { engine, practiceEngine, owner, log } = deps;
  // Where another program runs the engines, that one opens the accounts, because it learns of all
  // changed terms.
  if (owner === undefined) return { engine: practiceEngine, close: () => undefined };
  /** Practice accounts that are open and have the terms of the live account. */
  const current = new Set<number>();
  const ensure = async (accountId: number): Promise<void> => {
    if (accountId === BROKER_ACCOUNT_ID || current.has(accountId)) return;
    if (await ensureAccount(deps, accountId)) current.add(accountId);
  };
  const end = owner.onCommitted(({ events }) => {
    for (const event of events) {
      if (event.kind !== 'terms-changed') continue;
      const { accountId } = event;
      current.delete(accountId);
      // Applied at once, because new terms can forbid pending orders. After a failure, the next use
      // of the account tries again.
      ensure(accountId).catch((err: unknown) => {
        if (!(err instanceof Outage)) log.error({ err, accountId }, 'practice terms were not set');
      });
    }
  });
  const endResumed = engine.onResumed(() => current.clear());
  return {
    engine: withAccounts(practiceEngine, ensure),
    close: () => {
      end();
      endResumed();
    },
  };
}

function withAccounts(
  engine: EngineClient,
  ensure: (accountId: number) => Promise<void>,
): EngineClient {
  return wrapClient(engine, {
    submit: async (requestId, command) => {
      await ensure(command.accountId);
      return await engine.submit(requestId, command);
    },
    account: async (accountId) => {
      await ensure(accountId);
      return await engine.account(accountId);
    },
  });
}

/** Returns false for a customer without a live account. Throws an Outage. */
async function ensureAccount(deps: PracticeAccountsDeps, accountId: number): Promise<boolean> {
  const { engine, practiceEngine, clock } = deps;
  const live = await engine.account(accountId);
  if (live === undefined) return false;
  const terms = await toPracticeTerms(deps, accountId, live.terms);
  const atMs = clock.nowMs();
  const known = await practiceEngine.account(accountId);
  if (known === undefined) {
    // The command's content differs between two attempts only if the terms changed in between.
    const added = { kind: 'add-account', accountId, atMs, terms } as const;
    await practiceEngine.submit(`house:add-account:${randomUUID()}`, added);
  } else if (!isDeepStrictEqual(known.terms, terms)) {
    const changed = { kind: 'change-terms', accountId, atMs, terms } as const;
    await practiceEngine.submit(`house:terms:${randomUUID()}`, changed);
  }
  // Repeated with the same id, so that a crash after the opening leaves no account without money.
  const key = practiceOpeningKey(accountId);
  const paid = await practiceEngine.submit(key, {
    kind: 'post-funds',
    accountId,
    atMs,
    posting: createPracticePosting({ accountId, key, amountCents: PRACTICE_OPENING_CENTS, atMs }),
  });
  assert(paid.kind === 'done', 'practice money is never rejected');
  return true;
}

/**
 * Returns the terms of the practice account: those of the live account without verification and
 * without client limits, except that a self-exclusion also prevents openings here.
 */
async function toPracticeTerms(
  { clientLimits }: Pick<PracticeAccountsDeps, 'clientLimits'>,
  accountId: number,
  live: AccountTerms,
): Promise<AccountTerms> {
  const { clientCategory, hasGuaranteedStop, permittedCategories, leverageIndexes } = live;
  const stop =
    live.status === 'close-only' ? await clientLimits.findOpeningStop(accountId) : undefined;
  const open = stop?.code === 'self-excluded' ? 'close-only' : 'active';
  return {
    status: live.status === 'blocked' ? 'blocked' : open,
    isVerified: true,
    clientCategory,
    hasGuaranteedStop,
    permittedCategories,
    leverageIndexes,
  };
}
