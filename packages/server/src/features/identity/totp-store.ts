// The authenticator apps of staff and affiliates, in the same columns of the tables of these people.
import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/db.ts';
import type { StaffOrAffiliate } from './subject-sign-ins.ts';

type TotpTables = Pick<Tables, 'staff' | 'affiliates'>;

const TABLES = {
  staff: { table: 'staff', endedColumn: 'disabled_at' },
  affiliate: { table: 'affiliates', endedColumn: 'blocked_at' },
} as const;

/** What was read before the password or code was judged. */
export type JudgedPerson = {
  readonly passwordHash: string;
  readonly totp: { readonly encrypted: string } | null;
};

/** Sets a secret that a first code must confirm; false if one is already confirmed. */
export async function updatePendingTotp(
  db: Kysely<object>,
  subject: StaffOrAffiliate,
  { passwordHash, encrypted }: Pick<JudgedPerson, 'passwordHash'> & { readonly encrypted: string },
): Promise<boolean> {
  const updated = await tables(db)
    .updateTable(TABLES[subject.kind].table)
    .set({ sealed_totp: encrypted, totp_last_step: 0 })
    .where('id', '=', subject.id)
    .where('password_hash', '=', passwordHash)
    .where('totp_confirmed_at', 'is', null)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

export type AcceptedStep = JudgedPerson & { readonly step: number; readonly atMs: number };

/**
 * Stores the time step of a code and confirms its secret. False if the password or secret has
 * changed meanwhile, the person was disabled or blocked, or another call has used the step.
 */
export async function acceptTotpStep(
  db: Kysely<object>,
  subject: StaffOrAffiliate,
  { passwordHash, totp, step, atMs }: AcceptedStep,
): Promise<boolean> {
  const { table, endedColumn } = TABLES[subject.kind];
  const updated = await tables(db)
    .updateTable(table)
    .set(({ fn, ref, val }) => ({
      totp_last_step: step,
      totp_confirmed_at: fn.coalesce(ref('totp_confirmed_at'), val(new Date(atMs))),
    }))
    .where('id', '=', subject.id)
    .where('password_hash', '=', passwordHash)
    .where('sealed_totp', '=', totp?.encrypted ?? null)
    .where('totp_last_step', '<', step)
    .where(endedColumn, 'is', null)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

function tables(db: Kysely<object>): Kysely<TotpTables> {
  return db.withTables<TotpTables>();
}
