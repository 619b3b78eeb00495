import { SIGN_UPS_PAGE_MAX } from '@halyard/contract/affiliates';
import type { AffiliateSignUp, listAffiliateSignUps } from '@halyard/contract/affiliates';
import type { BodyOf } from '@halyard/contract/route';
import { toEuros } from '@halyard/core/money';
import { DAY_MS } from '@halyard/core/time';
import type { Payments } from '#features/payments/payments.ts';
import type { Database } from '#platform/db/db.ts';
import { listSignUpPage } from './sign-up-store.ts';
import type { SignUp } from './sign-up-store.ts';

export type ListSignUpsDeps = {
  readonly db: Database;
  readonly payments: Pick<Payments, 'listFirstDeposits'>;
};

type Wanted = BodyOf<typeof listAffiliateSignUps>;

/** Returns the sign-ups that an affiliate referred, newest first, each with its first deposit. */
export async function listSignUps(
  deps: ListSignUpsDeps,
  affiliateId: number,
  wanted: Wanted,
): Promise<AffiliateSignUp[]> {
  const limit = wanted.limit ?? SIGN_UPS_PAGE_MAX;
  const span = {
    fromMs: wanted.from === undefined ? undefined : Date.parse(wanted.from),
    untilMs: wanted.until === undefined ? undefined : Date.parse(wanted.until) + DAY_MS,
  };
  if (wanted.where !== 'transactions') {
    const page = { affiliateId, beforeId: wanted.before, ...span, limit };
    return await addDeposits(deps, await listSignUpPage(deps.db.kysely, page));
  }
  const found: AffiliateSignUp[] = [];
  let beforeId = wanted.before;
  // Only the payments feature knows the day of a first deposit, so sign-ups are read page by page
  // until enough match.
  while (found.length < limit) {
    const page = { affiliateId, beforeId, fromMs: undefined, untilMs: undefined };
    const signUps = await listSignUpPage(deps.db.kysely, { ...page, limit: SIGN_UPS_PAGE_MAX });
    found.push(...(await addDeposits(deps, signUps)).filter((row) => isWithin(row, span)));
    if (signUps.length < SIGN_UPS_PAGE_MAX) break;
    beforeId = signUps.at(-1)?.id;
  }
  return found.slice(0, limit);
}

async function addDeposits(
  deps: ListSignUpsDeps,
  signUps: readonly SignUp[],
): Promise<AffiliateSignUp[]> {
  const deposits = await deps.payments.listFirstDeposits(signUps.map(({ id }) => id));
  const byCustomer = new Map(deposits.map((deposit) => [deposit.customerId, deposit]));
  return signUps.map((signUp) => {
    const deposit = byCustomer.get(signUp.id);
    return {
      id: signUp.id,
      first_name: signUp.firstName,
      last_name: signUp.lastName,
      email: signUp.email,
      country: signUp.country,
      created_at: new Date(signUp.createdAtMs).toISOString(),
      source_page: signUp.sourcePage,
      transaction:
        deposit === undefined
          ? null
          : {
              amount: toEuros(deposit.amountCents),
              created_at: new Date(deposit.settledAtMs).toISOString(),
            },
    };
  });
}

/** Returns whether the sign-up has a first deposit within the period. */
function isWithin(
  { transaction }: AffiliateSignUp,
  {
    fromMs = -Infinity,
    untilMs = Infinity,
  }: { readonly fromMs?: number | undefined; readonly untilMs?: number | undefined },
): boolean {
  if (transaction === null) return false;
  const atMs = Date.parse(transaction.created_at);
  return atMs >= fromMs && atMs < untilMs;
}
