// The rotation of keys, while the program runs. New versions of the keys are recorded first, and
// are used for encryption from then on. Then data encrypted with older versions is encrypted again,
// row by row. Each row names its key, so that everything can be read at any time, and an
// interrupted rotation is continued.
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@halyard/core/time';
import {
  DOCUMENTS_FOLDER,
  DOCUMENTS_KEY,
  documentContext,
  replaceFile,
} from '#features/documents/documents.ts';
import { createSecretCipher, CREDENTIALS_KEY } from '#features/identity/identity.ts';
import type { SecretCipher } from '#features/identity/identity.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { FileStore } from '#platform/file-store/file-store.ts';
import type { Files } from '#platform/files/files.ts';
import { insertKeys, KEY_BYTES, nameOfVersion, versionOf } from '#platform/keyring/keyring.ts';
import type { Keyring } from '#platform/keyring/keyring.ts';
import { createVault } from '#platform/vault/vault.ts';
import { fingerprintOf, FIRST_KEYS } from './check-secrets.ts';
import { listSealedOtherwise, SEALED_COLUMNS } from './key-uses.ts';
import type { SealedColumn } from './key-uses.ts';

const PAGE = 100;
/** How long a replaced file stays: a backup or a reader may have seen the row before. */
const REPLACED_KEPT_MS = DAY_MS;

export type RotateDeps = {
  readonly db: Database;
  readonly files: Files;
  readonly fileStore: FileStore;
  readonly keyring: Keyring;
  readonly clock: Clock;
};

export type RotationView = {
  readonly actor: string;
  readonly signal: AbortSignal;
  progress(text: string): void;
};

export type Rotation = {
  /** The keys that were added; none if an interrupted rotation was continued. */
  readonly added: readonly string[];
  /** How many secrets and documents were encrypted again. */
  readonly secrets: number;
  readonly documents: number;
  /** How many couldn't be read, so that their key is still needed. */
  readonly unreadable: number;
};

/** Continues an interrupted rotation. If there was none, adds versions and encrypts again. */
export async function rotateKeys(deps: RotateDeps, view: RotationView): Promise<Rotation> {
  await deps.keyring.refresh();
  const continued = await reencrypt(deps, view);
  if (continued.secrets + continued.documents > 0) return { added: [], ...continued };
  const added = await addVersions(deps, view.actor);
  return { added, ...(await reencrypt(deps, view)) };
}

async function reencrypt(deps: RotateDeps, view: RotationView): Promise<Omit<Rotation, 'added'>> {
  const documents = await reencryptDocuments(deps, view);
  let { unreadable } = documents;
  let secrets = 0;
  for (const column of SEALED_COLUMNS) {
    const resealed = await resealColumn(deps, view, column);
    secrets += resealed.secrets;
    unreadable += resealed.unreadable;
  }
  return { secrets, documents: documents.documents, unreadable };
}

/** Adds a version of every key: the files first, then all fingerprints at once. */
async function addVersions(
  { db, files, keyring, clock }: RotateDeps,
  actor: string,
): Promise<readonly string[]> {
  const names = FIRST_KEYS.map((first) =>
    nameOfVersion(first, versionOf(keyring.currentName(first)) + 1),
  );
  const keys: { readonly name: string; readonly fingerprint: string }[] = [];
  for (const name of names) {
    keys.push({ name, fingerprint: fingerprintOf(name, await files.secret(name, KEY_BYTES)) });
  }
  await db.kysely.transaction().execute(async (tx) => {
    await insertKeys(tx, keys, clock.nowMs());
    const audited = { actor, action: 'keys.rotate', subject: 'installation', after: { names } };
    await recordAudit(tx, clock.nowMs(), audited);
  });
  await keyring.refresh();
  return names;
}

async function resealColumn(
  { db, keyring }: RotateDeps,
  { signal, progress }: RotationView,
  sealed: SealedColumn,
): Promise<Pick<Rotation, 'secrets' | 'unreadable'>> {
  const { table, id: idColumn, column, ownerOf } = sealed;
  const keyName = keyring.currentName(CREDENTIALS_KEY);
  const seal = createSecretCipher({
    currentName: () => keyName,
    find: (name) => keyring.key(name),
  });
  const counts = { secrets: 0, unreadable: 0 };
  for (let afterId = 0; ;) {
    const page = await listSealedOtherwise(db, sealed, { keyName, afterId, limit: PAGE });
    for (const row of page) {
      signal.throwIfAborted();
      const text = tryOpen(seal, row.sealed, ownerOf(row.id));
      if (text === undefined) {
        counts.unreadable += 1;
        continue;
      }
      // A secret that was replaced meanwhile was encrypted with the new key.
      await db.query(
        `update ${table} set ${column} = $1 where ${idColumn} = $2 and ${column} = $3`,
        [seal.close(text, ownerOf(row.id)), row.id, row.sealed],
      );
      counts.secrets += 1;
      progress(`${table}: ${counts.secrets}`);
    }
    const last = page.at(-1);
    if (last === undefined) return counts;
    afterId = last.id;
  }
}

function tryOpen(seal: SecretCipher, sealed: string, owner: string): string | undefined {
  try {
    return seal.open(sealed, owner);
  } catch {
    return undefined;
  }
}

/**
 * A document gets a new file, so that row and file agree at every moment; the cleanup removes the old
 * one later. Documents that can't be read keep their key.
 */
async function reencryptDocuments(
  deps: RotateDeps,
  { signal, progress }: RotationView,
): Promise<Pick<Rotation, 'documents' | 'unreadable'>> {
  const { db, keyring, clock } = deps;
  const vault = createVault({ ...deps, folder: DOCUMENTS_FOLDER, firstKey: DOCUMENTS_KEY });
  const keyName = keyring.currentName(DOCUMENTS_KEY);
  const counts = { documents: 0, unreadable: 0 };
  for (let afterId = 0; ;) {
    const page = await db.query(
      `select id, customer_id, kind, file_id, key_name from documents
        where key_name <> $1 and id > $2 order by id limit $3`,
      [keyName, afterId, PAGE],
    );
    for (const row of page) {
      signal.throwIfAborted();
      const context = documentContext({
        customerId: Number(row['customer_id']),
        kind: String(row['kind']),
      });
      const old = { id: String(row['file_id']), context, keyName: String(row['key_name']) };
      const content = await vault.read(old).catch(() => undefined);
      if (content === undefined) {
        counts.unreadable += 1;
        continue;
      }
      const id = randomUUID();
      await vault.write({ id, context, keyName }, content);
      const replaced = { id: Number(row['id']), oldFileId: old.id, fileId: id, keyName };
      if (!(await replaceFile(db, replaced))) await vault.remove(id);
      else await vault.setAsideUntil(old.id, clock.nowMs() + REPLACED_KEPT_MS);
      counts.documents += 1;
      progress(`documents: ${counts.documents}`);
    }
    const last = page.at(-1);
    if (last === undefined) return counts;
    afterId = Number(last['id']);
  }
}
