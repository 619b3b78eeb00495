import { randomBytes } from 'node:crypto';
import { endOfFirstPassword } from '#features/identity/identity.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { insertAffiliate } from './affiliate-store.ts';
import type { AffiliateDeps } from './sign-in.ts';

const CODE_BYTES = 9;

export type NewAffiliate = {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  /**
   * Whether the affiliate already has this password. Otherwise it is a first password, which they
   * must replace.
   */
  readonly isOwnPassword?: boolean;
  /** The requested referral code; undefined for a random one. */
  readonly code: string | undefined;
  readonly actor: string;
};

export type CreatedAffiliate =
  | { readonly kind: 'created'; readonly id: number; readonly code: string }
  | { readonly kind: 'email-taken' | 'code-taken' };

class CodeTaken extends Error {}

/** Adds an affiliate with a first code. */
export async function createAffiliate(
  deps: AffiliateDeps,
  { email, name, password, isOwnPassword = false, code = createCode(), actor }: NewAffiliate,
): Promise<CreatedAffiliate> {
  const passwordHash = await deps.identity.signIns.hashPassword(password);
  const atMs = deps.clock.nowMs();
  const firstPasswordEndMs = isOwnPassword ? null : endOfFirstPassword(atMs);
  try {
    return await deps.db.kysely.transaction().execute(async (tx) => {
      const added = { email, name, passwordHash, firstPasswordEndMs, atMs };
      const id = await insertAffiliate(tx, added);
      if (id === undefined) return { kind: 'email-taken' };
      const isFree = await deps.customers.addAffiliateCode(tx, { code, affiliateId: id });
      if (!isFree) throw new CodeTaken();
      const subject = `affiliate:${id}`;
      await recordAudit(tx, atMs, { actor, action: 'affiliate.create', subject, after: { code } });
      return { kind: 'created', id, code };
    });
  } catch (error) {
    if (error instanceof CodeTaken) return { kind: 'code-taken' };
    throw error;
  }
}

/** Adds another referral code to an affiliate; undefined if it is in use. */
export async function addCode(
  { db, clock, customers }: AffiliateDeps,
  added: {
    readonly affiliateId: number;
    readonly code: string | undefined;
    readonly actor: string;
  },
): Promise<string | undefined> {
  const { affiliateId, code = createCode(), actor } = added;
  return await db.kysely.transaction().execute(async (tx) => {
    if (!(await customers.addAffiliateCode(tx, { code, affiliateId }))) return undefined;
    await recordAudit(tx, clock.nowMs(), {
      actor,
      action: 'affiliate.add-code',
      subject: `affiliate:${affiliateId}`,
      after: { code },
    });
    return code;
  });
}

function createCode(): string {
  return randomBytes(CODE_BYTES).toString('base64url');
}
