// Determines whether a key of DATA_DIR/secrets is the one that stored data was encrypted with, by
// decrypting some of it. Needed once for each key of installations that are older than the
// fingerprints.
import { EXCLUDED_EMAILS_KEY } from '#features/customers/customers.ts';
import { CREDENTIALS_KEY, opensTotp } from '#features/identity/identity.ts';
import { documentContext, DOCUMENTS_FOLDER } from '#features/documents/documents.ts';
import { EXPORTS_FOLDER, exportPartContext } from '#features/records/records.ts';
import type { Database, Row } from '#platform/db/db.ts';
import type { Files } from '#platform/files/files.ts';
import { createVault } from '#platform/vault/vault.ts';

/** The result. `unknown`: something was encrypted, but none of it can be read here. */
export type Proof = 'right' | 'wrong' | 'unknown';

type Db = Pick<Database, 'query'>;
type Opened = boolean | undefined;

/**
 * How many of the latest rows are tried; a key is correct if it decrypts more than half of them.
 */
const SAMPLES = 100;

/** Selects the rows that need each key; the first column is the key's name. */
const IN_USE = [
  `select '${CREDENTIALS_KEY}' as name where exists (select from second_factors)
    or exists (select from staff where sealed_totp is not null)`,
  'select distinct key_name from documents',
  `select distinct key_name from data_exports where state = 'ready'`,
  `select '${EXCLUDED_EMAILS_KEY}' where exists (select from excluded_emails)`,
] as const;

export async function listKeysInUse(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.query(IN_USE.join(' union '), []);
  return new Set(rows.map((row) => String(row['name'])));
}

export async function proveKey(
  { db, files }: { readonly db: Db; readonly files: Files },
  name: string,
  key: Buffer,
): Promise<Proof> {
  switch (name) {
    case CREDENTIALS_KEY:
      return judge(await tryCredentials(db, key));
    case EXCLUDED_EMAILS_KEY:
      // Hashes can't be decrypted, so the existing file is accepted.
      return 'right';
    default:
      return judge([
        ...(await tryDocuments(db, files, name)),
        ...(await tryExports(db, files, name)),
      ]);
  }
}

function judge(opened: readonly Opened[]): Proof {
  if (opened.length === 0) return 'right';
  const right = opened.filter((one) => one === true).length;
  const wrong = opened.filter((one) => one === false).length;
  if (right === 0 && wrong === 0) return 'unknown';
  return right > wrong ? 'right' : 'wrong';
}

async function tryCredentials(db: Db, key: Buffer): Promise<readonly Opened[]> {
  const customers = await db.query(
    `select customer_id as id, sealed_secret as sealed from second_factors
      order by created_at desc, customer_id limit $1`,
    [SAMPLES],
  );
  const staff = await db.query(
    `select id, sealed_totp as sealed from staff where sealed_totp is not null
      order by totp_confirmed_at desc nulls last, id limit $1`,
    [SAMPLES],
  );
  const open = (kind: 'customer' | 'staff') => (row: Row) =>
    opensTotp(key, { subject: { kind, id: Number(row['id']) }, sealed: String(row['sealed']) });
  return [...customers.map(open('customer')), ...staff.map(open('staff'))];
}

async function tryDocuments(db: Db, files: Files, keyName: string): Promise<readonly Opened[]> {
  const rows = await db.query(
    `select file_id, customer_id, kind from documents where key_name = $1
      order by id desc limit $2`,
    [keyName, SAMPLES],
  );
  const sealed = rows.map((row) => ({
    id: String(row['file_id']),
    context: documentContext({ customerId: Number(row['customer_id']), kind: String(row['kind']) }),
  }));
  return await tryVault({ files, folder: DOCUMENTS_FOLDER, keyName }, sealed);
}

async function tryExports(db: Db, files: Files, keyName: string): Promise<readonly Opened[]> {
  const rows = await db.query(
    `select id, part_ids->>0 as part_id from data_exports
      where key_name = $1 and state = 'ready' and jsonb_array_length(part_ids) > 0
      order by ready_at desc limit $2`,
    [keyName, SAMPLES],
  );
  const sealed = rows.map((row) => ({
    id: String(row['part_id']),
    context: exportPartContext(String(row['id']), 0),
  }));
  return await tryVault({ files, folder: EXPORTS_FOLDER, keyName }, sealed);
}

type Place = { readonly files: Files; readonly folder: string; readonly keyName: string };
type Sealed = { readonly id: string; readonly context: string };

/** Tries to decrypt a file; undefined for one that is not on this disk. */
async function tryVault(place: Place, sealed: readonly Sealed[]): Promise<readonly Opened[]> {
  const vault = createVault(place);
  const opened: Opened[] = [];
  for (const one of sealed) {
    const isHere = await vault.has(one.id);
    const read = async (): Promise<boolean> => {
      await vault.read({ ...one, keyName: place.keyName });
      return true;
    };
    opened.push(isHere ? await read().catch(() => false) : undefined);
  }
  return opened;
}
