import type { sendContactMessage } from '@halyard/contract/contact';
import type { BodyOf } from '@halyard/contract/route';
import { DAY_MS, SECOND_MS } from '@halyard/core/time';
import type { Kysely } from 'kysely';
import { PHONE_TEXTS, parsePhone } from '#features/customers/customers.ts';
import type { Notifications } from '#features/notifications/notifications.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { insertContactMessage } from './contact-store.ts';
import { deleteReceivedBefore } from './inbox-store.ts';
import { createVisitorLimit } from './limit-visitors.ts';

const KEPT_MS = 730 * DAY_MS;

export type ContactDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly notifications: Pick<Notifications, 'notifyOperator'>;
  readonly noteMessage: NoteMessage;
};

/** Called in the transaction that stores a visitor's message; `form` null: the contact form. */
export type NoteMessage = (
  tx: Kysely<object>,
  message: { readonly id: number; readonly form: string | null; readonly atMs: number },
) => Promise<void>;

type Form = BodyOf<typeof sendContactMessage>;

/** Receives visitors' messages: stores each, and mails it to the operator. */
export function createContactDesk(
  deps: ContactDeps,
): (form: Form, ip: string) => Promise<Answer<Record<string, never>>> {
  const limit = createVisitorLimit(deps.clock);
  return async (form, ip) => {
    const phone = parsePhone(form.phone, form.country);
    if (phone.kind !== 'valid') {
      return refused({ code: 'invalid', errors: { phone: PHONE_TEXTS[phone.kind] } });
    }
    const waitMs = limit(ip);
    if (waitMs > 0) return tooMany(waitMs);
    // A filled hidden field shows that the sender is a bot, which must not learn that it was
    // detected.
    const isMachine = form.website !== undefined && form.website !== '';
    if (!isMachine) await store(deps, form, phone.e164);
    return ok({});
  };
}

function tooMany(waitMs: number): Answer<never> {
  const retryAfterSeconds = Math.ceil(waitMs / SECOND_MS);
  return refused({ code: 'too-many', facts: { retryAfterSeconds } });
}

async function store(deps: ContactDeps, form: Form, phone: string): Promise<void> {
  const atMs = deps.clock.nowMs();
  await deps.db.kysely.transaction().execute(async (tx) => {
    await deleteReceivedBefore(tx, 'contact_messages', atMs - KEPT_MS);
    const id = await insertContactMessage(tx, {
      firstName: form.first_name,
      lastName: form.last_name,
      email: form.email,
      phone,
      message: form.message,
      atMs,
    });
    await deps.noteMessage(tx, { id, form: null, atMs });
    const name = `${form.first_name} ${form.last_name}`;
    await deps.notifications.notifyOperator(tx, {
      key: `contact:${id}`,
      subject: `Contact form: ${name}`,
      text: `${name} <${form.email}>, ${phone}, wrote:\n\n${form.message}`,
      replyTo: form.email,
    });
  });
}
