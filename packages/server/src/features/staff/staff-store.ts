import { ROLES, type Role } from '@halyard/contract/backoffice/roles';
import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import type { FirstPasswordEnd } from '#features/identity/identity.ts';
import type { Narrow, Tables } from '#platform/db/db.ts';

type StaffTables = Pick<Tables, 'staff_identities'> & {
  staff: Narrow<'staff', { roles: Role[] }>;
};

const LISTED_MAX = 500;

export type StaffMember = {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly Role[];
  readonly passwordHash: string;
  readonly firstPasswordEndMs: FirstPasswordEnd;
  readonly isDisabled: boolean;
  /** The authenticator app; null before the first enrolment. */
  readonly totp: {
    readonly encrypted: string;
    readonly isConfirmed: boolean;
    readonly lastStep: number;
  } | null;
  /** Whether somebody can know the password. */
  readonly hasPassword: boolean;
  /** The providers of single sign-on at which a person is linked. */
  readonly linkedIssuers: readonly string[];
  /** Whether the local sign-in stays open although the member is linked. */
  readonly isBreakGlass: boolean;
  readonly createdAtMs: number;
  /**
   * When somebody else last created or enabled them, set their roles or reset their credentials.
   */
  readonly changedAtMs: number;
};

/** Adds a member; undefined if another one has the email. */
export async function insertStaff(
  db: Kysely<object>,
  member: Pick<
    StaffMember,
    'email' | 'name' | 'roles' | 'passwordHash' | 'hasPassword' | 'firstPasswordEndMs'
  > & {
    readonly actor: string;
    readonly atMs: number;
  },
): Promise<number | undefined> {
  const inserted = await tables(db)
    .insertInto('staff')
    .values({
      email: member.email,
      name: member.name,
      password_hash: member.passwordHash,
      has_password: member.hasPassword,
      password_expires_at: toTime(member.firstPasswordEndMs),
      roles: inOrder(member.roles),
      created_at: new Date(member.atMs),
      disabled_at: null,
      sealed_totp: null,
      totp_confirmed_at: null,
      changed_at: new Date(member.atMs),
      changed_by: member.actor,
      admin_until: null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export async function findStaff(
  db: Kysely<object>,
  by: { readonly id: number } | { readonly email: string },
): Promise<StaffMember | undefined> {
  const all = selectStaff(db);
  const row = await (
    'id' in by ? all.where('id', '=', by.id) : all.where('email', '=', by.email)
  ).executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** Like `findStaff`, locked until the caller's transaction ends. */
export async function holdStaff(db: Kysely<object>, id: number): Promise<StaffMember | undefined> {
  const row = await selectStaff(db).where('id', '=', id).forShare('staff').executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** Returns the members, oldest first, at most LISTED_MAX. */
export async function listStaff(db: Kysely<object>): Promise<readonly StaffMember[]> {
  const rows = await selectStaff(db).orderBy('id').limit(LISTED_MAX).execute();
  return rows.map(fromRow);
}

/**
 * Locks all staff until the caller's transaction ends: two admins who disable each other must not
 * both succeed.
 */
export async function lockStaff(db: Kysely<object>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('staff', 0))`.execute(db);
}

/** Returns the active admins, oldest first, at most LISTED_MAX. */
export async function listAdmins(db: Kysely<object>): Promise<readonly StaffMember[]> {
  const rows = await selectStaff(db)
    .where(sql<boolean>`'admin' = any(roles)`)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .limit(LISTED_MAX)
    .execute();
  return rows.map(fromRow);
}

/** Returns who stopped being an admin after a time, at most LISTED_MAX. */
export async function listFormerAdmins(
  db: Kysely<object>,
  after: Date,
): Promise<readonly number[]> {
  const rows = await tables(db)
    .selectFrom('staff')
    .select('id')
    .where('admin_until', '>', after)
    .limit(LISTED_MAX)
    .execute();
  return rows.map(({ id }) => id);
}

/** Records that a member is no longer an admin who can sign in. */
export async function markFormerAdmin(db: Kysely<object>, id: number, atMs: number): Promise<void> {
  await tables(db)
    .updateTable('staff')
    .set({ admin_until: new Date(atMs) })
    .where('id', '=', id)
    .execute();
}

export type StaffChange =
  | {
      readonly passwordHash: string;
      readonly hasPassword: boolean;
      readonly firstPasswordEndMs: FirstPasswordEnd;
    }
  | { readonly isBreakGlass: boolean }
  | { readonly disabledAtMs: number | null }
  | { readonly roles: readonly Role[] }
  | { readonly totp: null }
  /** A secret that is known to be in an app. */
  | { readonly totp: { readonly encrypted: string; readonly atMs: number } };

/** Records a change by somebody else, after which a member can't approve for some days. */
export async function markChanged(
  db: Kysely<object>,
  id: number,
  { actor, atMs }: { readonly actor: string; readonly atMs: number },
): Promise<void> {
  await tables(db)
    .updateTable('staff')
    .set({ changed_at: new Date(atMs), changed_by: actor })
    .where('id', '=', id)
    .execute();
}

export async function updateStaff(
  db: Kysely<object>,
  id: number,
  change: StaffChange,
): Promise<void> {
  await tables(db).updateTable('staff').set(toColumns(change)).where('id', '=', id).execute();
}

function toColumns(change: StaffChange) {
  if ('passwordHash' in change) {
    return {
      password_hash: change.passwordHash,
      has_password: change.hasPassword,
      password_expires_at: toTime(change.firstPasswordEndMs),
    };
  }
  if ('isBreakGlass' in change) return { is_break_glass: change.isBreakGlass };
  if ('roles' in change) return { roles: inOrder(change.roles) };
  if ('totp' in change) {
    return {
      sealed_totp: change.totp?.encrypted ?? null,
      totp_confirmed_at: change.totp === null ? null : new Date(change.totp.atMs),
      totp_last_step: 0,
    };
  }
  const { disabledAtMs } = change;
  return { disabled_at: disabledAtMs === null ? null : new Date(disabledAtMs) };
}

function toTime(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}

function inOrder(roles: readonly Role[]): Role[] {
  return ROLES.filter((role) => roles.includes(role));
}

function tables(db: Kysely<object>): Kysely<StaffTables> {
  return db.withTables<StaffTables>();
}

function selectStaff(db: Kysely<object>) {
  return tables(db)
    .selectFrom('staff')
    .selectAll()
    .select(
      sql<string[]>`array(select issuer from staff_identities where staff_id = staff.id)`.as(
        'linked_issuers',
      ),
    );
}

type StaffRow = Omit<Selectable<StaffTables['staff']>, 'changed_by' | 'admin_until'> & {
  readonly linked_issuers: readonly string[];
};

function fromRow(row: StaffRow): StaffMember {
  const { sealed_totp: encrypted } = row;
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    roles: row.roles,
    passwordHash: row.password_hash,
    firstPasswordEndMs: row.password_expires_at?.getTime() ?? null,
    isDisabled: row.disabled_at !== null,
    totp:
      encrypted === null
        ? null
        : { encrypted, isConfirmed: row.totp_confirmed_at !== null, lastStep: row.totp_last_step },
    hasPassword: row.has_password,
    linkedIssuers: row.linked_issuers,
    isBreakGlass: row.is_break_glass,
    createdAtMs: row.created_at.getTime(),
    changedAtMs: row.changed_at.getTime(),
  };
}
