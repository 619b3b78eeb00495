// Identity documents: taken from customers, kept sealed, judged by staff. Only staff ever see one
// again, and each time that is on record.
import { getUploadsLeft, uploadDocument as uploadRoute } from '@halyard/contract/documents';
import type { Accounts } from '#features/accounts/accounts.ts';
import type { Notices } from '#features/notices/notices.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Files } from '#platform/files/files.ts';
import { bind, ok } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { createVault } from '#platform/vault/vault.ts';
import { countUploadsLeft } from './count-uploads.ts';
import { findDocument, listDocuments } from './document-store.ts';
import type { StoredDocument } from './document-store.ts';
import { judgeDocument } from './judge-document.ts';
import type { Judged, WantedJudgement } from './judge-document.ts';
import { eraseDocumentsOf } from './erase-documents.ts';
import { repeatSweep } from './sweep-files.ts';
import { contextOf, uploadDocument } from './upload-document.ts';

export { listFilesAfter } from './document-store.ts';
export type { StoredDocument } from './document-store.ts';

export type Documents = {
  readonly routes: readonly RouteBinding[];
  /** The oldest that wait, or those of a customer, the newest first. */
  list(page: {
    readonly customerId: number | undefined;
    readonly limit: number;
  }): Promise<readonly StoredDocument[]>;
  find(id: number): Promise<StoredDocument | undefined>;
  /** Its content; that it was read, and by whom, is on record before. */
  read(document: StoredDocument, actor: string): Promise<Buffer>;
  judge(wanted: WantedJudgement): Promise<Judged>;
  /** Every document of a customer: its file, then its row. */
  eraseOf(customerId: number): Promise<void>;
};

export type DocumentsOptions = {
  readonly db: Database;
  readonly clock: Clock;
  readonly files: Files;
  readonly jobs: Jobs;
  readonly accounts: Pick<Accounts, 'setDocument'>;
  readonly notices: Pick<Notices, 'notify'>;
};

const FOLDER = 'documents';
/** Of a new key the number rises; what was sealed with an older one names that. */
const KEY_NAME = 'documents-1';

export function createDocuments(options: DocumentsOptions): Documents {
  const { db, clock, files } = options;
  const vault = createVault({ files, folder: FOLDER, keyName: KEY_NAME });
  const deps = { ...options, vault };
  repeatSweep(deps);
  return {
    routes: [
      bind(
        uploadRoute,
        async ({ caller, body, file }) =>
          await uploadDocument(deps, { customerId: caller.subjectId, form: body, file }),
      ),
      bind(getUploadsLeft, async ({ caller }) =>
        ok(await countUploadsLeft(db.kysely, caller.subjectId, clock.nowMs())),
      ),
    ],
    list: async (page) => await listDocuments(db.kysely, page),
    find: async (id) => await findDocument(db.kysely, id),
    read: async (document, actor) => {
      await recordAudit(db.kysely, clock.nowMs(), {
        actor,
        action: 'document.read',
        subject: `customer:${document.customerId}`,
        after: { document: document.id, kind: document.kind },
      });
      const { fileId: id, keyName } = document;
      return await vault.read({ id, context: contextOf(document), keyName });
    },
    judge: async (wanted) => await judgeDocument(deps, wanted),
    eraseOf: async (customerId) => await eraseDocumentsOf({ db, vault }, customerId),
  };
}
