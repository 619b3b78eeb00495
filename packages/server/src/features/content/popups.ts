import type { Language } from '@halyard/contract/config';
import type { Popup } from '@halyard/contract/popups';
import { assertPresent } from '@halyard/core/assertion';
import type { EngineClient } from '#engine/engine.ts';
import type { Customers } from '#features/customers/customers.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import {
  insertDismissal,
  insertPopup,
  isPopup,
  listPopupsFor,
  removeStoredPopup,
} from './popup-store.ts';
import type { NewPopup } from './popup-store.ts';
import type { CleanHtml } from './clean-html.ts';

export type PopupDeps = {
  readonly db: Database;
  readonly engine: Pick<EngineClient, 'account'>;
  readonly clock: Clock;
  readonly customers: Pick<Customers, 'getLanguage'>;
  readonly cleanHtml: CleanHtml;
};

/** Returns the pop-ups that a customer sees now; without `language`, in that of their mails. */
export async function listPopups(
  deps: PopupDeps,
  reader: { readonly customerId: number; readonly language: Language | undefined },
): Promise<Popup[]> {
  const account = assertPresent(
    await deps.engine.account(reader.customerId),
    'a signed-in customer has an account',
  );
  const popups = await listPopupsFor(deps.db.kysely, {
    customerId: reader.customerId,
    language: reader.language ?? (await deps.customers.getLanguage(reader.customerId)),
    isVerified: account.terms.isVerified,
    atMs: deps.clock.nowMs(),
  });
  const shown: Popup[] = [];
  for (const { id, title, content } of popups) {
    const cleaned = await deps.cleanHtml(content);
    // HTML that was stored before the limits existed and exceeds one is not shown.
    if (cleaned.kind === 'clean') shown.push({ id, title, content: cleaned.html });
  }
  return shown;
}

export async function dismissPopup(
  deps: PopupDeps,
  dismissal: { readonly customerId: number; readonly popupId: number },
): Promise<Answer<Record<string, never>>> {
  const db = deps.db.kysely;
  if (!(await isPopup(db, dismissal.popupId))) return refused({ code: 'not-found' });
  await insertDismissal(db, { ...dismissal, atMs: deps.clock.nowMs() });
  return ok({});
}

/** Creates a pop-up. Accepts only cleaned HTML and a valid period; returns the id. */
export async function createPopup(
  deps: Pick<PopupDeps, 'db' | 'clock'>,
  popup: NewPopup & { readonly by: string },
): Promise<number> {
  const atMs = deps.clock.nowMs();
  return await deps.db.kysely.transaction().execute(async (tx) => {
    const id = await insertPopup(tx, { ...popup, atMs });
    await recordAudit(tx, atMs, {
      actor: popup.by,
      action: 'popup.create',
      subject: `popup:${id}`,
      after: {
        title: popup.title,
        audience: popup.audience,
        purpose: popup.purpose,
        language: popup.language ?? 'all',
      },
    });
    return id;
  });
}

/** Removes a pop-up; false if there is none, or it was removed before. */
export async function removePopup(
  deps: Pick<PopupDeps, 'db' | 'clock'>,
  removal: { readonly id: number; readonly by: string },
): Promise<boolean> {
  const atMs = deps.clock.nowMs();
  return await deps.db.kysely.transaction().execute(async (tx) => {
    if (!(await removeStoredPopup(tx, removal.id, atMs))) return false;
    await recordAudit(tx, atMs, {
      actor: removal.by,
      action: 'popup.remove',
      subject: `popup:${removal.id}`,
    });
    return true;
  });
}
