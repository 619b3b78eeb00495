// What is encrypted with which key. The tables belong to features; a key does not.
import type { Subject } from '#features/identity/identity.ts';
import { totpOwner } from '#features/identity/identity.ts';
import { pushKeyOwner } from '#features/web-push/web-push.ts';
import { webhookOwner } from '#features/webhooks/webhooks.ts';
import type { Database, Row } from '#platform/db/db.ts';

type Db = Pick<Database, 'query'>;

/** A column of encrypted secrets. */
export type SealedColumn = {
  readonly table: string;
  readonly id: string;
  readonly column: string;
  /** Returns the text that binds a row's secret to it. */
  readonly ownerOf: (id: number) => string;
};

const totp = (kind: Subject['kind']) => (id: number) => totpOwner({ kind, id });

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'second_factors',
    id: 'customer_id',
    column: 'sealed_secret',
    ownerOf: totp('customer'),
  },
  { table: 'staff', id: 'id', column: 'sealed_totp', ownerOf: totp('staff') },
  { table: 'affiliates', id: 'id', column: 'sealed_totp', ownerOf: totp('affiliate') },
  { table: 'webhook_endpoints', id: 'id', column: 'sealed_secret', ownerOf: webhookOwner },
  { table: 'webhook_endpoints', id: 'id', column: 'sealed_previous_secret', ownerOf: webhookOwner },
  { table: 'push_keys', id: 'id', column: 'sealed_private_key', ownerOf: pushKeyOwner },
];

/** Secrets without a name are older than the names, and encrypted with the first key. */
const keyOf = (column: string): string =>
  `case when strpos(${column}, ':') > 0 then split_part(${column}, ':', 1) else 'credentials' end`;

/** Selects the rows that need each key; the first column is the key's name. */
const IN_USE = [
  ...SEALED_COLUMNS.map(
    ({ table, column }) =>
      `select ${keyOf(column)} as name from ${table} where ${column} is not null`,
  ),
  'select key_name from documents',
  `select key_name from data_exports where state in ('waiting', 'making', 'ready')`,
  'select key_name from excluded_emails',
];

/** Returns the names of the keys that something stored needs. */
export async function listKeysInUse(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.query(IN_USE.join(' union '), []);
  return new Set(rows.map((row) => String(row['name'])));
}

export type SealedRow = { readonly id: number; readonly sealed: string };

/** Returns secrets in a column that other keys than this encrypted, by id, at most `limit`. */
export async function listSealedOtherwise(
  db: Db,
  { table, id, column }: SealedColumn,
  page: { readonly keyName: string; readonly afterId: number; readonly limit: number },
): Promise<readonly SealedRow[]> {
  const rows = await db.query(
    `select ${id} as id, ${column} as sealed from ${table}
      where ${column} is not null and ${keyOf(column)} <> $1 and ${id} > $2
      order by ${id} limit $3`,
    [page.keyName, page.afterId, page.limit],
  );
  return rows.map(toSealedRow);
}

/** Returns secrets in a column that this key encrypted, at most `limit`. */
export async function listSealed(
  db: Db,
  { table, id, column }: SealedColumn,
  { keyName, limit }: { readonly keyName: string; readonly limit: number },
): Promise<readonly SealedRow[]> {
  const rows = await db.query(
    `select ${id} as id, ${column} as sealed from ${table}
      where ${column} is not null and ${keyOf(column)} = $1 order by ${id} desc limit $2`,
    [keyName, limit],
  );
  return rows.map(toSealedRow);
}

function toSealedRow(row: Row): SealedRow {
  return { id: Number(row['id']), sealed: String(row['sealed']) };
}
