import { randomUUID } from 'node:crypto';
import { DOCUMENT_STATUS } from '@halyard/contract/documents';
import type {
  DocumentKind,
  DocumentState,
  uploadDocument as route,
} from '@halyard/contract/documents';
import type { BodyOf, ReplyOf } from '@halyard/contract/route';
import type { Kysely } from 'kysely';
import type { Customers } from '#features/customers/customers.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { isUniqueViolation } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer, UploadedFile } from '#platform/http/http.ts';
import type { Vault } from '#platform/vault/vault.ts';
import type { WorkerPool } from '#platform/worker-pool/worker-pool.ts';
import { countUploadsLeft } from './count-uploads.ts';
import {
  insertDocument,
  listStandingKinds,
  lockDocuments,
  STANDING_CONSTRAINT,
} from './document-store.ts';
import { judgeFile } from './judge-file.ts';
import type { DocumentFormat } from './judge-file.ts';
import { scanFile } from './scan-file.ts';
import type { ScannerAddress } from './scan-file.ts';

export type UploadDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly workers: WorkerPool;
  readonly settings: {
    /** Undefined: files are checked for their format only, not for malware. */
    readonly virusScanner: ScannerAddress | undefined;
  };
  readonly customers: Pick<Customers, 'setDocument'>;
  /** Called in the transaction that stores an upload. */
  readonly noteUpload: (tx: Kysely<object>, customerId: number) => Promise<void>;
  readonly writers: ReadonlySet<UploadWriter>;
};

/** Called in the transaction that stores an upload, with the stored document. */
export type UploadWriter = (
  tx: Kysely<object>,
  upload: {
    readonly customerId: number;
    readonly documentId: number;
    readonly kind: DocumentKind;
    readonly atMs: number;
  },
) => Promise<void>;

export type Upload = {
  readonly customerId: number;
  readonly form: BodyOf<typeof route>;
  readonly file: UploadedFile;
};

/**
 * Stores a document for review. Rejects in this order: a side for a kind without sides,
 * document-stands, too-many-documents, file-not-supported, file-infected; nothing is stored then.
 */
export async function uploadDocument(
  deps: UploadDeps,
  { customerId, form, file }: Upload,
): Promise<Answer<ReplyOf<typeof route>>> {
  const { kysely } = deps.db;
  const { virusScanner: scanner } = deps.settings;
  if (form.side !== undefined && form.type !== 'funding') {
    return refused({ code: 'invalid', errors: { side: 'only a funding document has sides' } });
  }
  const nowMs = deps.clock.nowMs();
  const standing = await listStandingKinds(kysely, { customerId, nowMs });
  const kind = kindOf(form, standing);
  if (standing.includes(kind)) return refused({ code: 'document-stands' });
  const { left } = await countUploadsLeft(kysely, customerId, nowMs);
  if (left === 0) return refused({ code: 'too-many-documents' });
  const format = await judgeFile(deps.workers, file);
  if (format === undefined) return refused({ code: 'file-not-supported' });
  if (scanner !== undefined && (await scanFile(scanner, file.content)) === 'infected') {
    await recordInfected(deps, customerId, kind);
    return refused({ code: 'file-infected' });
  }

  const stored = await store(deps, { customerId, kind, format, content: file.content });
  if (typeof stored === 'string') return refused({ code: stored });
  return ok({ document: kind, ...stored });
}

/** Staff learn from the audit log who sent malware, knowingly or not. */
async function recordInfected(
  { db, clock }: UploadDeps,
  customerId: number,
  kind: DocumentKind,
): Promise<void> {
  const subject = `customer:${customerId}`;
  const event = { actor: subject, action: 'document.infected', subject, after: { kind } };
  await recordAudit(db.kysely, clock.nowMs(), event);
}

/** Returns the data that a file is authenticated with. */
export function contextOf(document: {
  readonly customerId: number;
  readonly kind: string;
}): string {
  return `customer:${document.customerId}:${document.kind}`;
}

/**
 * Returns the kind of an upload. A funding file without a side is the front if none is pending or
 * approved, else the back.
 */
function kindOf(form: Upload['form'], standing: readonly DocumentKind[]): DocumentKind {
  if (form.type !== 'funding') return form.type;
  const side = form.side ?? (standing.includes('funding-front') ? 'back' : 'front');
  return `funding-${side}`;
}

type Fit = {
  readonly customerId: number;
  readonly kind: DocumentKind;
  readonly format: DocumentFormat;
  readonly content: Buffer;
};

/**
 * Stores an upload: first the file, then the row. After a crash in between the cleanup removes the
 * file.
 */
async function store(
  deps: UploadDeps,
  fit: Fit,
): Promise<DocumentState | 'document-stands' | 'too-many-documents'> {
  const { customerId, kind, format, content } = fit;
  const fileId = randomUUID();
  const { vault } = deps;
  const keyName = vault.currentKeyName();
  await vault.write({ id: fileId, context: contextOf(fit), keyName }, content);
  try {
    const stored = await deps.db.kysely.transaction().execute(async (tx) => {
      const atMs = deps.clock.nowMs();
      // The limit is checked in the inserting transaction, because concurrent uploads would each
      // find room.
      await lockDocuments(tx, customerId);
      if ((await countUploadsLeft(tx, customerId, atMs)).left === 0) {
        return 'too-many-documents' as const;
      }
      // An earlier upload may have been approved since.
      const standing = await listStandingKinds(tx, { customerId, nowMs: atMs });
      if (standing.includes(kind)) return 'document-stands' as const;
      const id = await insertDocument(tx, {
        customerId,
        kind,
        format,
        bytes: content.length,
        fileId,
        keyName,
        uploadedAtMs: atMs,
      });
      const updated = new Date(atMs).toISOString();
      const state = { status: DOCUMENT_STATUS.processing, note: '', updated };
      await deps.customers.setDocument(tx, { customerId, kind, state });
      await deps.noteUpload(tx, customerId);
      for (const write of deps.writers) await write(tx, { customerId, documentId: id, kind, atMs });
      await recordAudit(tx, atMs, {
        actor: `customer:${customerId}`,
        action: 'document.upload',
        subject: `customer:${customerId}`,
        after: { document: id, kind, format, bytes: content.length },
      });
      return state;
    });
    if (typeof stored === 'string') await vault.remove(fileId);
    return stored;
  } catch (error) {
    // The other of two concurrent uploads was stored. After any other failure the row may be
    // committed, so the file must stay.
    if (!isUniqueViolation(error, STANDING_CONSTRAINT)) throw error;
    await vault.remove(fileId);
    return 'document-stands';
  }
}
