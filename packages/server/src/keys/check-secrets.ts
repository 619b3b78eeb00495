// Each key of DATA_DIR/secrets has a fingerprint in the database. With a missing or different key
// the program would run without being able to read what was encrypted, and would encrypt more with
// the wrong key. The start is rejected, and the error says what to restore.
import { createHmac } from 'node:crypto';

import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { FileStore } from '#platform/file-store/file-store.ts';
import type { Files } from '#platform/files/files.ts';
import {
  isSamePurpose,
  KEY_BYTES,
  listRecordedKeys,
  recordKey,
} from '#platform/keyring/keyring.ts';
import { EXCLUDED_EMAILS_KEY } from '#features/customers/customers.ts';
import { CREDENTIALS_KEY } from '#features/identity/identity.ts';
import { DOCUMENTS_KEY } from '#features/documents/documents.ts';
import { EXPORTS_KEY } from '#features/data-export/data-export.ts';

import { listKeysInUse } from './key-uses.ts';
import { proveKey } from './secret-proofs.ts';

export class SecretUnfit extends Error {
  override readonly name = 'SecretUnfit';
}

/** The first keys. The first start creates them; a later start does so only if nothing needs them. */
export const FIRST_KEYS = [
  CREDENTIALS_KEY,
  EXCLUDED_EMAILS_KEY,
  DOCUMENTS_KEY,
  EXPORTS_KEY,
] as const;
/** The version of the fingerprint; raise it if the computation changes. */
const PURPOSE = 'halyard-secret-fingerprint-1';

export type CheckSecretsDeps = {
  readonly db: Database;
  readonly files: Files;
  readonly fileStore: FileStore;
  readonly clock: Clock;
};

/**
 * Throws SecretUnfit. Call it after the migrations and before any use of a key. A key without a
 * fingerprint gets one if nothing is encrypted with it yet, or if it decrypts what is.
 */
export async function checkSecrets(deps: CheckSecretsDeps): Promise<void> {
  const { db, files } = deps;
  const inUse = await listKeysInUse(db);
  const known = await listRecordedKeys(db);
  const recorded = new Map(
    known.filter(({ isRetired }) => !isRetired).map(({ name, fingerprint }) => [name, fingerprint]),
  );
  const first = FIRST_KEYS.filter((name) => known.every((one) => !isSamePurpose(one.name, name)));
  const problems: string[] = [];
  for (const name of new Set([...first, ...recorded.keys(), ...inUse])) {
    const isNeeded = recorded.has(name) || inUse.has(name);
    const key = isNeeded ? await files.findSecret(name) : await files.secret(name, KEY_BYTES);
    const problem = await judge(deps, { name, key, fingerprint: recorded.get(name) });
    if (problem !== undefined) problems.push(`${files.path('secrets', name)} ${problem}`);
  }
  if (problems.length === 0) return;
  throw new SecretUnfit(
    `${problems.join('; ')}. Restore from the backup of DATA_DIR/secrets that belongs to this ` +
      'database; docs/operate/backup.md says what to do without one.',
  );
}

type Judged = {
  readonly name: string;
  readonly key: Buffer | undefined;
  readonly fingerprint: string | undefined;
};

async function judge(
  deps: CheckSecretsDeps,
  { name, key, fingerprint }: Judged,
): Promise<string | undefined> {
  if (key === undefined) return 'is missing';
  if (key.length !== KEY_BYTES) return `has ${key.length} bytes instead of ${KEY_BYTES}`;
  const found = fingerprintOf(name, key);
  const wrong = 'is not the key that this database was encrypted with';
  if (fingerprint !== undefined) return found === fingerprint ? undefined : wrong;
  switch (await proveKey(deps, name, key)) {
    case 'wrong':
      return wrong;
    case 'unknown':
      return undefined;
    case 'right':
      // Another program may have stored its own fingerprint in the meantime.
      return (await recordKey(deps.db, { name, fingerprint: found, atMs: deps.clock.nowMs() })) ===
        found
        ? undefined
        : wrong;
  }
}

export function fingerprintOf(name: string, key: Buffer): string {
  return createHmac('sha256', key).update(`${PURPOSE}:${name}`).digest('hex');
}
