import { DAY_MS } from '@halyard/core/time';
import {
  isSamePurpose,
  listRecordedKeys,
  markRetired,
  versionOf,
} from '#platform/keyring/keyring.ts';
import { listKeysInUse } from './key-uses.ts';
import type { RotateDeps } from './rotate-keys.ts';

/**
 * How long a key stays after its successor was recorded: longer than any upload, export or replaced
 * file that still needs it.
 */
const KEPT_MS = 2 * DAY_MS;

/**
 * Deletes the keys that have a successor and that nothing uses any more; returns their names. The
 * fingerprint is marked first: after a crash in between, the next call deletes the file.
 */
export async function retireKeys(
  deps: Pick<RotateDeps, 'db' | 'files' | 'keyring' | 'clock'>,
): Promise<readonly string[]> {
  const { db, files, keyring, clock } = deps;
  const inUse = await listKeysInUse(db);
  const recorded = await listRecordedKeys(db);
  const due = recorded.filter(({ name, isRetired }) => {
    if (isRetired || inUse.has(name)) return false;
    return recorded.some(
      (other) =>
        isSamePurpose(name, other.name) &&
        versionOf(other.name) > versionOf(name) &&
        other.recordedAtMs + KEPT_MS <= clock.nowMs(),
    );
  });
  for (const { name } of due) {
    await markRetired(db, name, clock.nowMs());
  }
  const retired = [...recorded.filter(({ isRetired }) => isRetired), ...due];
  for (const { name } of retired) await files.remove(files.path('secrets', name));
  if (due.length > 0) await keyring.refresh();
  return due.map(({ name }) => name);
}
