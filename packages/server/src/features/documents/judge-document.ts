import { DOCUMENT_STATUS } from '@halyard/contract/documents';
import type { Customers } from '#features/customers/customers.ts';
import type { Notifications } from '#features/notifications/notifications.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { findDocument, isViewed, saveJudgement } from './document-store.ts';
import { documentWord, isPast } from './expiry-stage.ts';
import { replaceApproved } from './expiry-store.ts';
import type { StoredDocument } from './document-store.ts';

export type JudgeDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly customers: Pick<Customers, 'lockProfileVersion' | 'setDocument'>;
  readonly notifications: Pick<Notifications, 'notify'>;
};

export type WantedJudgement = {
  readonly id: number;
  readonly status: 'approved' | 'rejected';
  /** The note to the customer, for a rejection. */
  readonly note: string;
  readonly actor: string;
  /**
   * The version of the profile that an approved document was compared with; undefined if unknown.
   */
  readonly profileVersion?: string | undefined;
  /** The last day on which an approved document is valid; an identity document needs it. */
  readonly expiresOn?: string | undefined;
};

export type Judged =
  | { readonly kind: 'judged'; readonly document: StoredDocument }
  | { readonly kind: 'unknown' }
  /** The document must be opened before the same person can approve it. */
  | { readonly kind: 'not-viewed'; readonly document: StoredDocument }
  /** The profile differs from the one that the document was compared with. */
  | { readonly kind: 'profile-changed'; readonly document: StoredDocument }
  /** An approved identity document needs an expiry, and no expired document is approved. */
  | {
      readonly kind: 'expiry-unfit';
      readonly problem: 'missing' | 'past';
      readonly document: StoredDocument;
    }
  | { readonly kind: 'judged-before'; readonly document: StoredDocument };

/**
 * Approves or rejects a pending document and notifies its customer. An approval requires an earlier
 * view by the same actor.
 */
export async function judgeDocument(deps: JudgeDeps, wanted: WantedJudgement): Promise<Judged> {
  const { id, status, note, actor, profileVersion, expiresOn } = wanted;
  return await deps.db.kysely.transaction().execute(async (tx): Promise<Judged> => {
    const document = await findDocument(tx, id);
    if (document === undefined) return { kind: 'unknown' };
    const isBlind = status === 'approved' && !(await isViewed(tx, { id, by: actor }));
    if (isBlind && document.status === 'processing') return { kind: 'not-viewed', document };
    const atMs = deps.clock.nowMs();
    const problem =
      status === 'approved' ? findExpiryProblem(document, expiresOn, atMs) : undefined;
    if (problem !== undefined && document.status === 'processing') {
      return { kind: 'expiry-unfit', problem, document };
    }
    const version = await deps.customers.lockProfileVersion(tx, document.customerId);
    const isOutdated = profileVersion !== undefined && profileVersion !== version;
    if (isOutdated && document.status === 'processing')
      return { kind: 'profile-changed', document };
    if (status === 'approved') await replaceApproved(tx, document, atMs);
    const judgement = { status, note, by: actor, atMs, expiresOn: expiresOn ?? null };
    if (!(await saveJudgement(tx, id, judgement))) {
      return { kind: 'judged-before', document };
    }
    const { customerId, kind } = document;
    const updated = new Date(atMs).toISOString();
    const expiry = expiresOn === undefined ? {} : { expires_on: expiresOn };
    const state = { status: DOCUMENT_STATUS[status], note, updated, ...expiry };
    await deps.customers.setDocument(tx, { customerId, kind, state });
    const key = `document:${id}:${status}`;
    const name = documentWord(kind);
    await deps.notifications.notify(
      tx,
      status === 'approved'
        ? { customerId, key, kind: 'document-approved', facts: { document: name } }
        : { customerId, key, kind: 'document-rejected', facts: { document: name, note } },
    );
    await recordAudit(tx, atMs, {
      actor,
      action: `document.${status === 'approved' ? 'approve' : 'reject'}`,
      subject: `customer:${customerId}`,
      after: { document: id, kind, note, ...(expiresOn === undefined ? {} : { expiresOn }) },
    });
    return { kind: 'judged', document };
  });
}

function findExpiryProblem(
  { kind }: StoredDocument,
  expiresOn: string | undefined,
  nowMs: number,
): 'missing' | 'past' | undefined {
  if (expiresOn === undefined) return kind === 'passport' ? 'missing' : undefined;
  return isPast(expiresOn, nowMs) ? 'past' : undefined;
}
