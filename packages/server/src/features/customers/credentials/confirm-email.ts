import type { Kysely } from 'kysely';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import {
  admitStranger,
  attemptOf,
  findCode,
  hashToken,
  spendCode,
} from '#features/identity/identity.ts';
import type { Origin, Throttles } from '#features/identity/identity.ts';
import { lockCustomer, markEmailConfirmed } from '../credential-store.ts';

/** Confirms an email by the code of a mailed link. */
export async function confirmEmail(
  deps: { readonly db: Database; readonly clock: Clock; readonly throttles: Throttles },
  request: Origin & { readonly code: string },
): Promise<Answer<Record<string, never>>> {
  const attempt = attemptOf(hashToken(request.code), request);
  const rejection = await admitStranger(deps.throttles.code, attempt);
  if (rejection !== undefined) return rejection;
  const atMs = deps.clock.nowMs();
  const presented = { purpose: 'confirm-email', code: request.code, atMs } as const;
  const found = await findCode(deps.db.kysely, presented);
  if (found === undefined) return refused({ code: 'link-invalid' });
  const { customerId } = found;
  const isSpent = await deps.db.kysely.transaction().execute(async (tx) => {
    await lockCustomer(tx, customerId);
    if ((await spendCode(tx, presented)) === undefined) return false;
    await confirm(tx, { customerId, actor: `customer:${customerId}`, atMs });
    return true;
  });
  if (!isSpent) return refused({ code: 'link-invalid' });
  await deps.throttles.code.succeed(attempt);
  return ok({});
}

/** Confirms an email without a link; false if it was already confirmed. */
export async function confirmEmailOnWord(
  deps: { readonly db: Database; readonly clock: Clock },
  confirmed: { readonly customerId: number; readonly actor: string },
): Promise<boolean> {
  const atMs = deps.clock.nowMs();
  return await deps.db.kysely
    .transaction()
    .execute(async (tx) => await confirm(tx, { ...confirmed, atMs }));
}

async function confirm(
  tx: Kysely<object>,
  { customerId, actor, atMs }: { customerId: number; actor: string; atMs: number },
): Promise<boolean> {
  if (!(await markEmailConfirmed(tx, customerId, atMs))) return false;
  const subject = `customer:${customerId}`;
  await recordAudit(tx, atMs, { actor, action: 'customer.confirm-email', subject });
  return true;
}
