// Determines whether a key of DATA_DIR/secrets is the one that stored data was encrypted with, by
// decrypting some of it. Needed once for each key of installations that are older than the
// fingerprints.
import { EXCLUDED_EMAILS_KEY } from '#features/customers/customers.ts';
import { createSecretCipher, CREDENTIALS_KEY } from '#features/identity/identity.ts';
import { documentContext, DOCUMENTS_FOLDER } from '#features/documents/documents.ts';
import { EXPORTS_FOLDER, exportPartContext } from '#features/data-export/data-export.ts';
import type { Database } from '#platform/db/db.ts';
import type { FileStore } from '#platform/file-store/file-store.ts';
import { isSamePurpose } from '#platform/keyring/keyring.ts';
import { createVault } from '#platform/vault/vault.ts';
import { listSealed, SEALED_COLUMNS } from './key-uses.ts';

/** The result. `unknown`: something was encrypted, but none of it can be read here. */
export type Proof = 'right' | 'wrong' | 'unknown';

type Db = Pick<Database, 'query'>;
type Opened = boolean | undefined;

/**
 * How many of the latest rows are tried; a key is correct if it decrypts more than half of them.
 */
const SAMPLES = 100;

export async function proveKey(
  { db, fileStore }: { readonly db: Db; readonly fileStore: FileStore },
  name: string,
  key: Buffer,
): Promise<Proof> {
  if (isSamePurpose(name, CREDENTIALS_KEY)) return judge(await tryCredentials(db, name, key));
  // Hashes can't be decrypted, so the existing file is accepted.
  if (isSamePurpose(name, EXCLUDED_EMAILS_KEY)) return 'right';
  const place = { fileStore, keyName: name, key };
  return judge([...(await tryDocuments(db, place)), ...(await tryExports(db, place))]);
}

function judge(opened: readonly Opened[]): Proof {
  if (opened.length === 0) return 'right';
  const right = opened.filter((one) => one === true).length;
  const wrong = opened.filter((one) => one === false).length;
  if (right === 0 && wrong === 0) return 'unknown';
  return right > wrong ? 'right' : 'wrong';
}

async function tryCredentials(db: Db, name: string, key: Buffer): Promise<readonly Opened[]> {
  const seal = createSecretCipher({ currentName: () => name, find: () => key });
  const opened: Opened[] = [];
  for (const column of SEALED_COLUMNS) {
    for (const { id, sealed } of await listSealed(db, column, { keyName: name, limit: SAMPLES })) {
      opened.push(opens(() => seal.open(sealed, column.ownerOf(id))));
    }
  }
  return opened;
}

function opens(open: () => unknown): boolean {
  try {
    open();
    return true;
  } catch {
    return false;
  }
}

async function tryDocuments(db: Db, place: Place): Promise<readonly Opened[]> {
  const rows = await db.query(
    `select file_id, customer_id, kind from documents where key_name = $1
      order by id desc limit $2`,
    [place.keyName, SAMPLES],
  );
  const sealed = rows.map((row) => ({
    id: String(row['file_id']),
    context: documentContext({ customerId: Number(row['customer_id']), kind: String(row['kind']) }),
  }));
  return await tryVault(place, DOCUMENTS_FOLDER, sealed);
}

async function tryExports(db: Db, place: Place): Promise<readonly Opened[]> {
  const rows = await db.query(
    `select id, part_ids->>0 as part_id from data_exports
      where key_name = $1 and state = 'ready' and jsonb_array_length(part_ids) > 0
      order by ready_at desc limit $2`,
    [place.keyName, SAMPLES],
  );
  const sealed = rows.map((row) => ({
    id: String(row['part_id']),
    context: exportPartContext(String(row['id']), 0),
  }));
  return await tryVault(place, EXPORTS_FOLDER, sealed);
}

type Place = { readonly fileStore: FileStore; readonly keyName: string; readonly key: Buffer };
type Sealed = { readonly id: string; readonly context: string };

/** Tries to decrypt a file; undefined for one that is missing, or while the store is unavailable. */
async function tryVault(
  { fileStore, keyName, key }: Place,
  folder: string,
  sealed: readonly Sealed[],
): Promise<readonly Opened[]> {
  const keyring = { currentName: () => keyName, key: () => key };
  const vault = createVault({ fileStore, keyring, folder, firstKey: keyName });
  const opened: Opened[] = [];
  for (const one of sealed) {
    const isHere = await vault.has(one.id).catch(() => false);
    const read = async (): Promise<boolean> => {
      await vault.read({ ...one, keyName });
      return true;
    };
    opened.push(isHere ? await read().catch(() => false) : undefined);
  }
  return opened;
}
