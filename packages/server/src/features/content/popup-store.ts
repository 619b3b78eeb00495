import type { Language } from '@halyard/contract/config';
import { POPUPS_SHOWN_MAX } from '@halyard/contract/popups';
import type { Kysely } from 'kysely';
import type { Narrow, Tables } from '#platform/db/db.ts';

export const AUDIENCES = ['all', 'verified', 'unverified'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Marketing is not shown to customers with a time-out or self-exclusion. */
export type Purpose = 'service' | 'marketing';

type PopupsTables = {
  popups: Narrow<'popups', { language: Language; audience: Audience; purpose: Purpose }>;
  popup_dismissals: Tables['popup_dismissals'];
  /** The column of another feature's table that says who must not get marketing. */
  exclusions: Tables['exclusions'];
  mails_off: Tables['mails_off'];
};

const LISTED_MAX = 200;

export type NewPopup = {
  readonly title: string;
  readonly content: string;
  /** The language of the pop-up; undefined: all languages. */
  readonly language: Language | undefined;
  readonly audience: Audience;
  readonly purpose: Purpose;
  readonly fromMs: number;
  readonly untilMs: number | undefined;
};

export type StoredPopup = NewPopup & { readonly id: number };

export async function insertPopup(
  db: Kysely<object>,
  popup: NewPopup & { readonly by: string; readonly atMs: number },
): Promise<number> {
  const { id } = await tables(db)
    .insertInto('popups')
    .values({
      title: popup.title,
      content: popup.content,
      language: popup.language ?? null,
      audience: popup.audience,
      purpose: popup.purpose,
      from_at: new Date(popup.fromMs),
      until_at: popup.untilMs === undefined ? null : new Date(popup.untilMs),
      created_at: new Date(popup.atMs),
      created_by: popup.by,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the pop-ups that are not removed, newest first, at most LISTED_MAX. */
export async function listStoredPopups(db: Kysely<object>): Promise<readonly StoredPopup[]> {
  const rows = await selectPopups(db).orderBy('id', 'desc').limit(LISTED_MAX).execute();
  return rows.map(fromRow);
}

/** Removes a pop-up; false if there is none, or it was removed before. */
export async function removeStoredPopup(
  db: Kysely<object>,
  id: number,
  atMs: number,
): Promise<boolean> {
  const removed = await tables(db)
    .updateTable('popups')
    .set({ removed_at: new Date(atMs) })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning('id')
    .execute();
  return removed.length > 0;
}

export type Reader = {
  readonly customerId: number;
  readonly isVerified: boolean;
  readonly language: Language;
  readonly atMs: number;
};

/** Returns the pop-ups that a customer sees now, oldest first, at most POPUPS_SHOWN_MAX. */
export async function listPopupsFor(
  db: Kysely<object>,
  reader: Reader,
): Promise<readonly StoredPopup[]> {
  const at = new Date(reader.atMs);
  const purposes = await listPurposesFor(db, reader);
  const rows = await selectPopups(db)
    .where('purpose', 'in', purposes)
    .where('audience', 'in', ['all', reader.isVerified ? 'verified' : 'unverified'])
    .where('from_at', '<=', at)
    .where(({ eb, or }) => or([eb('until_at', 'is', null), eb('until_at', '>', at)]))
    .where(({ eb, or }) => or([eb('language', 'is', null), eb('language', '=', reader.language)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('popup_dismissals')
            .select('popup_dismissals.popup_id')
            .whereRef('popup_dismissals.popup_id', '=', 'popups.id')
            .where('popup_dismissals.customer_id', '=', reader.customerId),
        ),
      ),
    )
    .orderBy('id')
    .limit(POPUPS_SHOWN_MAX)
    .execute();
  return rows.map(fromRow);
}

/**
 * Returns the purposes that a customer may see: only mandatory ones for those with a time-out, a
 * self-exclusion, or news switched off.
 */
async function listPurposesFor(
  db: Kysely<object>,
  { customerId, atMs }: Reader,
): Promise<readonly Purpose[]> {
  const at = new Date(atMs);
  const excluded = await tables(db)
    .selectFrom('exclusions')
    .select('customer_id')
    .where('customer_id', '=', customerId)
    .where(({ eb, or }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', at)]))
    .executeTakeFirst();
  const wantsNoNews = await tables(db)
    .selectFrom('mails_off')
    .select('customer_id')
    .where('customer_id', '=', customerId)
    .where('mail_group', '=', 'news')
    .executeTakeFirst();
  const isSpared = excluded !== undefined || wantsNoNews !== undefined;
  return isSpared ? ['service'] : ['service', 'marketing'];
}

export async function isPopup(db: Kysely<object>, id: number): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('popups')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}

/** Records that a customer dismissed a pop-up. Repeating it has no effect. */
export async function insertDismissal(
  db: Kysely<object>,
  dismissal: { readonly customerId: number; readonly popupId: number; readonly atMs: number },
): Promise<void> {
  await tables(db)
    .insertInto('popup_dismissals')
    .values({
      customer_id: dismissal.customerId,
      popup_id: dismissal.popupId,
      dismissed_at: new Date(dismissal.atMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function tables(db: Kysely<object>): Kysely<PopupsTables> {
  return db.withTables<PopupsTables>();
}

function selectPopups(db: Kysely<object>) {
  return tables(db)
    .selectFrom('popups')
    .select(['id', 'title', 'content', 'language', 'audience', 'purpose', 'from_at', 'until_at'])
    .where('removed_at', 'is', null);
}

type PopupRow = Awaited<ReturnType<ReturnType<typeof selectPopups>['execute']>>[number];

function fromRow(row: PopupRow): StoredPopup {
  return {
    id: row.id,
    title: row.title,
    content: row.content,
    language: row.language ?? undefined,
    audience: row.audience,
    purpose: row.purpose,
    fromMs: row.from_at.getTime(),
    untilMs: row.until_at?.getTime(),
  };
}
