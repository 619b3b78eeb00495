import type { readExportPart as route } from '@halyard/contract/own-data';
import type { BodyOf, ReplyOf } from '@halyard/contract/route';
import type { Customers } from '#features/customers/customers.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer, Caller } from '#platform/http/http.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { findExport } from './export-store.ts';
import { partContext } from './make-export.ts';

export type ReadPartDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly customers: Pick<Customers, 'checkCredentialChange'>;
};

/**
 * Returns a part of the caller's own ready export, after the same authentication as for requesting
 * it.
 */
export async function readExportPart(
  deps: ReadPartDeps,
  request: { readonly caller: Caller; readonly ip: string; readonly body: BodyOf<typeof route> },
): Promise<Answer<ReplyOf<typeof route>>> {
  const { caller, ip, body } = request;
  const { id, part, code } = body;
  const rejection = await deps.customers.checkCredentialChange(caller, { ip, code });
  if (rejection !== undefined) return refused(rejection);
  const found = await findExport(deps.db.kysely, id);
  const partId = found?.partIds[part];
  const isOwn = found?.customerId === caller.subjectId;
  const isReady = found?.state === 'ready' && (found.expiresAtMs ?? 0) > deps.clock.nowMs();
  if (found === undefined || partId === undefined || !isOwn || !isReady) {
    return refused({ code: 'not-found' });
  }
  const encrypted = { id: partId, context: partContext(id, part), keyName: found.keyName };
  // The file can be missing: a backup contains the row but not the file, and after a restore the
  // export must be requested again.
  if (!(await deps.vault.has(partId))) return refused({ code: 'not-found' });
  const content = await deps.vault.read(encrypted);
  return ok({ content_base64: content.toString('base64') });
}
