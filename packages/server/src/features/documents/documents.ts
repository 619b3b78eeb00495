// Identity documents: uploaded by customers, stored encrypted, reviewed by staff. Only staff can
// view them, and each view is logged.
import { getUploadsLeft, uploadDocument as uploadRoute } from '@halyard/contract/documents';
import type { Customers } from '#features/customers/customers.ts';
import type { Notifications } from '#features/notifications/notifications.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { FileStore } from '#platform/file-store/file-store.ts';
import { bind, ok } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Keyring } from '#platform/keyring/keyring.ts';
import { createVault } from '#platform/vault/vault.ts';
import type { WorkerPool } from '#platform/worker-pool/worker-pool.ts';
import { countUploadsLeft } from './count-uploads.ts';
import { findDocument, listDocuments, saveView } from './document-store.ts';
import type { StoredDocument } from './document-store.ts';
import { judgeDocument } from './judge-document.ts';
import type { Judged, WantedJudgement } from './judge-document.ts';
import { eraseDocumentsOf } from './erase-documents.ts';
import { repeatCleanup } from './clean-up-files.ts';
import { repeatExpiries, setExpiry, settleExpiry } from './expiries.ts';
import type { ExpiryChange, ExpiryDeps } from './expiries.ts';
import { contextOf, uploadDocument } from './upload-document.ts';
import type { UploadDeps, UploadWriter } from './upload-document.ts';

export { documentTimeline } from './document-timeline.ts';
export type { ScannerAddress } from './scan-file.ts';
export { listFilesAfter, replaceFile } from './document-store.ts';
export { contextOf as documentContext } from './upload-document.ts';
export { EXPIRED_DOCUMENT_ACTIONS } from './expiries.ts';
export type { ExpiredDocumentAction } from './expiries.ts';
export type { StoredDocument } from './document-store.ts';

export type Documents = {
  readonly routes: readonly RouteBinding[];
  /** Returns the oldest pending documents, or those of a customer, newest first. */
  list(page: {
    readonly customerId: number | undefined;
    readonly limit: number;
  }): Promise<readonly StoredDocument[]>;
  find(id: number): Promise<StoredDocument | undefined>;
  /** Returns a document's content; the view is logged first. */
  read(document: StoredDocument, actor: string): Promise<Buffer>;
  judge(wanted: WantedJudgement): Promise<Judged>;
  /** Corrects the expiry of an approved document; false if it is not current. */
  setExpiry(change: ExpiryChange & { readonly expiresOn: string }): Promise<boolean>;
  /** Takes an expiry off the work list; false if it does not wait for staff. */
  settleExpiry(change: ExpiryChange): Promise<boolean>;
  /**
   * Registers a writer that is called in the transaction of each upload, so that what it writes
   * commits with it.
   */
  onUploaded(writer: UploadWriter): void;
  /** Deletes every document of a customer: its file, then its row. */
  eraseOf(customerId: number): Promise<void>;
};

export type DocumentsOptions = {
  readonly db: Database;
  readonly clock: Clock;
  readonly fileStore: FileStore;
  readonly jobs: Jobs;
  readonly keyring: Keyring;
  readonly workers: WorkerPool;
  readonly settings: UploadDeps['settings'] & ExpiryDeps['settings'];
  readonly customers: Pick<Customers, 'changeTerms' | 'lockProfileVersion' | 'setDocument'>;
  readonly notifications: Pick<Notifications, 'notify'>;
  /** Called in the transaction that stores an upload. */
  readonly noteUpload: UploadDeps['noteUpload'];
};

/** The folder of documents below DATA_DIR. */
export const DOCUMENTS_FOLDER = 'documents';
/** The first encryption key. */
export const DOCUMENTS_KEY = 'documents-1';

export function createDocuments(options: DocumentsOptions): Documents {
  const { db, clock } = options;
  const vault = createVault({ ...options, folder: DOCUMENTS_FOLDER, firstKey: DOCUMENTS_KEY });
  const writers = new Set<UploadWriter>();
  const deps = { ...options, vault, writers };
  repeatCleanup(deps);
  repeatExpiries(deps);
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
      const atMs = clock.nowMs();
      const action = 'document.read';
      const subject = `customer:${document.customerId}`;
      const after = { document: document.id, kind: document.kind };
      await recordAudit(db.kysely, atMs, { actor, action, subject, after });
      const { fileId: id, keyName } = document;
      const content = await vault.read({ id, context: contextOf(document), keyName });
      // The view is recorded after reading, because a file that can't be read was not viewed.
      await saveView(db.kysely, { id: document.id, by: actor, atMs });
      return content;
    },
    judge: async (wanted) => await judgeDocument(deps, wanted),
    setExpiry: async (change) => await setExpiry(deps, change),
    settleExpiry: async (change) => await settleExpiry(deps, change),
    onUploaded: (writer) => void writers.add(writer),
    eraseOf: async (customerId) => await eraseDocumentsOf({ db, vault }, customerId),
  };
}
