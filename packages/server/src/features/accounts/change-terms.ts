import type { AccountTerms } from '@halyard/core/engine';
import { recordAudit } from '#platform/audit/audit.ts';
import type { AuditEvent } from '#platform/audit/audit.ts';
import type { Customer } from './customer.ts';
import { ensureAccount } from './ensure-account.ts';
import type { EnsureAccountDeps } from './ensure-account.ts';

export type TermsChange = {
  readonly customer: Customer;
  readonly change: Partial<AccountTerms>;
  readonly requestId: string;
  readonly by: Pick<AuditEvent, 'actor' | 'action' | 'reason'>;
};

/** One at a time: each change starts from the terms that the one before left. */
export function createTermsChanger(
  deps: EnsureAccountDeps,
): (change: TermsChange) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return async (change) => {
    const turn = last.then(async () => await changeTerms(deps, change));
    // The next one waits for this one's end, whichever it is.
    last = turn.catch(() => undefined);
    await turn;
  };
}

/**
 * Changes what the engine must know of a customer. The record is written before the deed: a crash
 * between leaves a record without a deed, never a deed without a record.
 */
async function changeTerms(deps: EnsureAccountDeps, request: TermsChange): Promise<void> {
  const { customer, change } = request;
  const { terms } = await ensureAccount(deps, customer);
  const atMs = deps.clock.nowMs();
  const before = Object.fromEntries(
    Object.keys(change).map((key) => [key, terms[key as keyof AccountTerms]]),
  );
  await recordAudit(deps.db.kysely, atMs, {
    ...request.by,
    subject: `customer:${customer.id}`,
    before,
    after: change,
  });
  await deps.engine.submit(request.requestId, {
    kind: 'change-terms',
    accountId: customer.id,
    atMs,
    terms: { ...terms, ...change },
  });
}
