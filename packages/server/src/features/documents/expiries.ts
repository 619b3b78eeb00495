// The expiry of documents: who learns of it and when, and what staff do about it.
import { DOCUMENT_STATUS } from '@halyard/contract/documents';
import { HOUR_MS } from '@halyard/core/time';
import type { Customers } from '#features/customers/customers.ts';
import type { Notifications } from '#features/notifications/notifications.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { isoDay } from '#platform/clock/clock.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { documentWord, isPast } from './expiry-stage.ts';
import { closeExpiry, isCurrent, listExpiring, saveExpiry, updateExpiry } from './expiry-store.ts';
import { findDocument } from './document-store.ts';
import type { ExpiringDocument } from './expiry-store.ts';

const PAGE_LENGTH = 100;
/** The actor of what the program does by a setting of the operator. */
const SYSTEM = 'system';

/** What an expired identity document has as its consequence, besides the notifications. */
export const EXPIRED_DOCUMENT_ACTIONS = ['notify', 'close-only'] as const;
export type ExpiredDocumentAction = (typeof EXPIRED_DOCUMENT_ACTIONS)[number];

export type ExpiryDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'repeat'>;
  readonly settings: {
    readonly expiredDocuments: ExpiredDocumentAction;
  };
  readonly customers: Pick<Customers, 'changeTerms' | 'lockProfileVersion' | 'setDocument'>;
  readonly notifications: Pick<Notifications, 'notify'>;
};

/**
 * Notifies customer and staff once 30 days before a document expires and once afterwards, every
 * hour. Call it before the jobs start.
 */
export function repeatExpiries(deps: ExpiryDeps): void {
  deps.jobs.repeat({
    kind: 'documents.expiries',
    everyMs: HOUR_MS,
    run: async (signal) => {
      const nowMs = deps.clock.nowMs();
      const page = { nowMs, today: isoDay(nowMs), limit: PAGE_LENGTH };
      for (;;) {
        const expiring = await listExpiring(deps.db.kysely, page);
        for (const document of expiring) {
          signal.throwIfAborted();
          await report(deps, document, nowMs);
        }
        if (expiring.length < PAGE_LENGTH) return;
      }
    },
  });
}

/**
 * Reports a document that expires or has expired. A restriction comes first, because it can be
 * repeated after a crash; the stage commits with the notification.
 */
async function report(deps: ExpiryDeps, document: ExpiringDocument, nowMs: number): Promise<void> {
  const { id, customerId, kind, expiresOn } = document;
  const expiry = isPast(expiresOn, nowMs) ? 'expired' : 'due';
  const restricts = deps.settings.expiredDocuments === 'close-only' && kind === 'passport';
  if (expiry === 'expired' && restricts) await restrict(deps, document);
  await deps.db.kysely.transaction().execute(async (tx) => {
    if (!(await saveExpiry(tx, document, expiry))) return;
    await deps.notifications.notify(tx, {
      customerId,
      kind: expiry === 'due' ? 'document-expiring' : 'document-expired',
      facts: { document: documentWord(kind), expiresMs: Date.parse(expiresOn) },
      key: `document:${id}:${expiry}:${expiresOn}`,
    });
    await recordAudit(tx, nowMs, {
      actor: SYSTEM,
      action: 'document.expiry',
      subject: `customer:${customerId}`,
      after: { document: id, kind, expiry, expiresOn },
    });
  });
}

/**
 * Permits only closing; a blocked account stays blocked. The document is read again with the
 * customer locked: it may just have been replaced, or got another day.
 */
async function restrict({ customers }: ExpiryDeps, document: ExpiringDocument): Promise<void> {
  const { customerId, id } = document;
  const reason = `identity document ${id} has expired (EXPIRED_DOCUMENTS)`;
  await customers.changeTerms({
    customerId,
    change: async ({ status }, tx) =>
      status === 'active' && (await isCurrent(tx, document)) ? { status: 'close-only' } : {},
    by: { actor: SYSTEM, action: 'customer.close-only', reason },
  });
}

export type ExpiryChange = { readonly id: number; readonly actor: string };

/** Corrects the expiry of a current document; false if the document is not current. */
export async function setExpiry(
  { db, clock, customers }: Omit<ExpiryDeps, 'jobs' | 'settings'>,
  { id, actor, expiresOn }: ExpiryChange & { readonly expiresOn: string },
): Promise<boolean> {
  return await db.kysely.transaction().execute(async (tx) => {
    const found = await findDocument(tx, id);
    if (found === undefined) return false;
    await customers.lockProfileVersion(tx, found.customerId);
    const document = await updateExpiry(tx, id, expiresOn);
    if (document === undefined) return false;
    const { customerId, kind } = document;
    const atMs = clock.nowMs();
    const updated = (document.judgedAt ?? new Date(atMs)).toISOString();
    const state = { status: DOCUMENT_STATUS.approved, note: '', updated, expires_on: expiresOn };
    await customers.setDocument(tx, { customerId, kind, state });
    const subject = `customer:${customerId}`;
    const after = { document: id, kind, expiresOn };
    await recordAudit(tx, atMs, { actor, action: 'document.set-expiry', subject, after });
    return true;
  });
}

/** Takes an expiry off the work list; false if it does not wait. */
export async function settleExpiry(
  { db, clock }: Pick<ExpiryDeps, 'db' | 'clock'>,
  { id, actor }: ExpiryChange,
): Promise<boolean> {
  return await db.kysely.transaction().execute(async (tx) => {
    const customerId = await closeExpiry(tx, id);
    if (customerId === undefined) return false;
    const subject = `customer:${customerId}`;
    const event = { actor, action: 'document.settle-expiry', subject, after: { document: id } };
    await recordAudit(tx, clock.nowMs(), event);
    return true;
  });
}
