// The only way to change a customer's terms in the engine, for staff, charge-backs, client limits
// and account closure.
//
// 1. Stored: the new terms and their audit entry, in one transaction that locks the customer's row.
//
// 2. Applied: the engine gets the stored terms until it has them. Each command names the terms that
// it replaces, so that the older terms of one program never replace the newer ones of another.
//
// A crash or an outage in between leaves a difference between customer_terms and trading_accounts.
// A job written with step 1 applies it, as do each start and a periodic task. A change starts from
// the terms stored at its turn, so no change is lost.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Rejection } from '@halyard/contract/rejections';
import { assert, assertPresent } from '@halyard/core/assertion';
import type { AccountTerms } from '@halyard/core/engine';
import { HOUR_MS } from '@halyard/core/time';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { recordAudit } from '#platform/audit/audit.ts';
import type { AuditEvent } from '#platform/audit/audit.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log/log.ts';
import { Outage } from '#platform/outage/outage.ts';
import { findCustomer } from './customer-store.ts';
import { ensureAccount } from './ensure-account.ts';
import type { EnsureAccountDeps } from './ensure-account.ts';
import { lockProfileVersion } from './profile-version.ts';
import { findDifferentTerms, getTerms, listDifferent, saveTerms } from './terms-store.ts';
import type { StoredTerms } from './terms-store.ts';
import type {
  By,
  ChangedTerms,
  TermsChange,
  TermsChanger,
  Verification,
  VerificationCheck,
  VerificationWriter,
  Verified,
} from './terms-change.ts';

export type TermsDeps = EnsureAccountDeps & {
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly log: Pick<Log, 'warn' | 'error'>;
  /** Called before a change commits. */
  readonly notifyTermsChanging?: (customerId: number) => void;
  /**
   * Called in the transaction of a change that verifies a customer or withdraws the verification.
   */
  readonly writeVerification?: VerificationWriter;
  /** Called in the transaction that verifies a customer, before anything is written. */
  readonly checkVerification?: VerificationCheck;
};

const JOB = 'accounts.apply-terms';
const RECONCILE_EVERY_MS = HOUR_MS;
const PAGE_LENGTH = 100;
/**
 * The maximum number of rounds: a change that arrives while one is applied causes another round.
 * Its own caller applies it, too, so none is lost above the limit.
 */
const ROUNDS_MAX = 10;

export function createTermsChanger(deps: TermsDeps): TermsChanger {
  const apply = async (customerId: number): Promise<void> => await applyTerms(deps, customerId);
  const change = async (request: Request): Promise<Stored> => {
    const stored = await store(deps, request);
    // Applied even if nothing changed, because a crash can have happened between the two steps of
    // an earlier attempt.
    await apply(request.customerId);
    return stored;
  };
  return {
    changeTerms: async (request) => await changeTerms(change, request),
    verify: async (verification) => await verify(deps, change, verification),
    stopOpenings: async ({ customerId, findReason, by }) => {
      await change({
        customerId,
        by,
        change: async ({ standing, terms }, tx) => {
          const reason = await findReason(tx);
          const openingsStopped = reason !== undefined;
          return { standing: { ...standing, openingsStopped }, terms, reason };
        },
      });
    },
    setClosing: async ({ customerId, isClosing, by }) => {
      await change({
        customerId,
        by,
        change: ({ standing, terms }) => ({ standing: { ...standing, isClosing }, terms }),
      });
    },
    shareProtection: async ({ customerId, isShared, by }) => {
      await change({
        customerId,
        by,
        change: ({ standing, terms }) => ({ standing, terms: withProtection(terms, isShared) }),
      });
    },
    applyTerms: apply,
    reconcileTerms: async () => await reconcileTerms(deps, apply),
  };
}

/** Ensures that the stored terms reach the engine, even if the caller fails. */
export function handleTerms(jobs: Jobs, changer: TermsChanger): void {
  jobs.handle(JOB, {
    payload: z.object({ customerId: z.int() }),
    run: async ({ customerId }) => await changer.applyTerms(customerId),
  });
  jobs.repeat({
    kind: 'accounts.reconcile-terms',
    everyMs: RECONCILE_EVERY_MS,
    run: async () => void (await changer.reconcileTerms()),
  });
}

type Request = {
  readonly customerId: number;
  readonly change: (
    stored: StoredTerms,
    tx: Kysely<object>,
  ) => ChangedStored | Promise<ChangedStored>;
  readonly by: By;
  /** The required profile version; absent: any. */
  readonly profileVersion?: string | undefined;
};
type ChangedStored = StoredTerms & { readonly reason?: string | undefined };
type Stored = {
  readonly isChanged: boolean;
  /** Whether the profile has another version; nothing changed then. */
  readonly isOutdated: boolean;
  readonly stored: StoredTerms;
};

async function verify(
  { checkVerification }: TermsDeps,
  change: (request: Request) => Promise<Stored>,
  { customerId, profileVersion, by }: Verification,
): Promise<Verified> {
  let rejection: Rejection | undefined;
  const { isChanged, isOutdated } = await change({
    customerId,
    by,
    profileVersion,
    change: async ({ standing, terms }, tx) => {
      const customer = assertPresent(
        await findCustomer(tx, customerId),
        'a held customer is there',
      );
      rejection = terms.isVerified ? undefined : await checkVerification?.(tx, customer);
      const isVerified = terms.isVerified || rejection === undefined;
      return { standing, terms: { ...terms, isVerified } };
    },
  });
  if (isOutdated) return { kind: 'profile-changed' };
  return rejection === undefined ? { kind: 'verified', isChanged } : { kind: 'refused', rejection };
}

async function changeTerms(
  store: (request: Request) => Promise<Stored>,
  { customerId, by, change, profileVersion }: TermsChange,
): Promise<ChangedTerms> {
  const { isChanged, isOutdated, stored } = await store({
    customerId,
    by,
    profileVersion,
    change: async (before, tx) => {
      const { status, ...terms } = { ...flat(before), ...(await change(flat(before), tx)) };
      return { standing: { ...before.standing, brokerStatus: status }, terms };
    },
  });
  return { isChanged, isOutdated, terms: flat(stored) };
}

function withProtection(terms: StoredTerms['terms'], isShared: boolean): StoredTerms['terms'] {
  const { isVerified, clientCategory, hasGuaranteedStop, permittedCategories, leverageIndexes } =
    terms;
  const others = {
    isVerified,
    clientCategory,
    hasGuaranteedStop,
    permittedCategories,
    leverageIndexes,
  };
  return isShared ? { ...others, sharesProtection: true } : others;
}

function flat({ standing, terms }: StoredTerms): AccountTerms {
  return { ...terms, status: standing.brokerStatus };
}

async function store(
  deps: TermsDeps,
  { customerId, change, by, profileVersion }: Request,
): Promise<Stored> {
  const customer = await findCustomer(deps.db.kysely, customerId);
  // A crash during sign-up can have left the customer without an engine account.
  if (customer?.hasAccount === false) await ensureAccount(deps, customer);
  return await deps.db.kysely.transaction().execute(async (tx) => {
    const version = await lockProfileVersion(tx, customerId);
    const before = await getTerms(tx, customerId);
    const isOutdated = profileVersion !== undefined && profileVersion !== version;
    if (isOutdated) return { isChanged: false, isOutdated, stored: before };
    const { reason = by.reason, ...after } = await change(before, tx);
    const changed = changesOf(before, after);
    if (changed === undefined) return { isChanged: false, isOutdated, stored: before };
    deps.notifyTermsChanging?.(customerId);
    await saveTerms(tx, customerId, after);
    const atMs = deps.clock.nowMs();
    const { isVerified } = after.terms;
    if (isVerified !== before.terms.isVerified) {
      await deps.writeVerification?.(tx, { customerId, isVerified, atMs });
    }
    const subject = `customer:${customerId}`;
    const recorded = { ...by, ...(reason === undefined ? {} : { reason }) };
    await recordAudit(tx, atMs, { ...recorded, subject, ...changed });
    await deps.jobs.enqueue(tx, { kind: JOB, payload: { customerId } });
    return { isChanged: true, isOutdated, stored: after };
  });
}

type Changed = Pick<AuditEvent, 'before' | 'after'>;

/** Returns the differing fields with both values; undefined if none differ. */
function changesOf(before: StoredTerms, after: StoredTerms): Changed | undefined {
  const [old, fresh] = [named(before), named(after)];
  const names = Object.keys(fresh).filter((name) => !isDeepStrictEqual(old[name], fresh[name]));
  if (names.length === 0) return undefined;
  const of = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.map((name) => [name, values[name]]));
  return { before: of(old), after: of(fresh) };
}

function named({ standing, terms }: StoredTerms): Readonly<Record<string, unknown>> {
  const { brokerStatus: status, ...marks } = standing;
  // The audit log uses the name `isProtected` for this field.
  const { hasGuaranteedStop: isProtected, ...others } = terms;
  return {
    ...others,
    isProtected,
    sharesProtection: terms.sharesProtection === true,
    status,
    ...marks,
  };
}

async function applyTerms(deps: TermsDeps, customerId: number): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const found = await findDifferentTerms(deps.db.kysely, customerId);
    if (found === undefined) return;
    const { terms, applied: expected } = found;
    const atMs = deps.clock.nowMs();
    const command = { kind: 'change-terms', accountId: customerId, atMs, terms, expected } as const;
    // The command contains the complete terms, so repeating it has no effect. If the engine had
    // other terms, nothing changed, and the next round compares again.
    const outcome = await deps.engine.submit(`house:terms:${randomUUID()}`, command);
    assert(outcome.kind !== 'refused', `the engine has the account of customer ${customerId}`);
  }
  deps.log.warn({ customerId }, 'the terms of a customer keep changing: they are applied later');
}

async function reconcileTerms(
  deps: TermsDeps,
  apply: (customerId: number) => Promise<void>,
): Promise<number> {
  let applied = 0;
  for (let after = 0; ;) {
    const ids = await listDifferent(deps.db.kysely, { after, limit: PAGE_LENGTH });
    for (const customerId of ids) {
      after = customerId;
      if (await applyAlone(deps, apply, customerId)) applied += 1;
    }
    if (ids.length === PAGE_LENGTH) continue;
    if (applied > 0) {
      deps.log.warn({ customers: applied }, 'terms that the engine did not have are applied');
    }
    return applied;
  }
}

/** Returns whether it could be applied: one failing customer must not delay the others. */
async function applyAlone(
  deps: TermsDeps,
  apply: (customerId: number) => Promise<void>,
  customerId: number,
): Promise<boolean> {
  try {
    await apply(customerId);
    return true;
  } catch (error) {
    if (error instanceof Outage) throw error;
    deps.log.error({ err: error, customerId }, 'terms of a customer could not be applied');
    return false;
  }
}
