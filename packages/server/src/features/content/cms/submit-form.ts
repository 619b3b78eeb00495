import { EMAIL_PATTERN } from '@halyard/contract/accounts';
import type { Rejection } from '@halyard/contract/rejections';
import { DAY_MS, SECOND_MS } from '@halyard/core/time';
import type { Notifications } from '#features/notifications/notifications.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { createVisitorLimit } from '../limit-visitors.ts';
import type { NoteMessage } from '../take-contact-message.ts';
import { isRecord } from './model.ts';
import type { Model } from './model.ts';
import { deleteReceivedBefore } from '../inbox-store.ts';
import { insertSubmission } from './submission-store.ts';

const KEPT_MS = 730 * DAY_MS;
const TEXT_LENGTH_MAX = 4000;
/**
 * A hidden field (honeypot). A client that fills it gets the normal reply, and nothing is stored.
 */
const TRAP = 'website';

export type FormDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly notifications: Pick<Notifications, 'notifyOperator'>;
  readonly noteMessage: NoteMessage;
};

type Values = Readonly<Record<string, string>>;

export type Submitted =
  | { readonly kind: 'taken'; readonly values: Values }
  | { readonly kind: 'refused'; readonly rejection: Rejection };

export type SubmitForm = (
  model: Model,
  sent: { readonly form: unknown; readonly ip: string },
) => Promise<Submitted>;

export type FormDeskOptions = {
  readonly clock: Clock;
  /** Delivers the validated part of a submission. */
  readonly deliver: (form: string, values: Values) => Promise<void>;
};

/** Receives form submissions: validates them, limits floods and bots, delivers the rest. */
export function createFormDesk(deps: FormDeskOptions): SubmitForm {
  const limit = createVisitorLimit(deps.clock);
  return async (model, { form, ip }) => {
    const read = readValues(model, isRecord(form) ? form : {});
    if (Object.keys(read.errors).length > 0) {
      return { kind: 'refused', rejection: { code: 'invalid', errors: read.errors } };
    }
    const waitMs = limit(ip);
    if (waitMs > 0) {
      const facts = { retryAfterSeconds: Math.ceil(waitMs / SECOND_MS) };
      return { kind: 'refused', rejection: { code: 'too-many', facts } };
    }
    const isMachine = isRecord(form) && typeof form[TRAP] === 'string' && form[TRAP] !== '';
    if (!isMachine) await deps.deliver(model.name, read.values);
    return { kind: 'taken', values: read.values };
  };
}

/** Returns the values of a form; those without a form field are dropped. */
function readValues(model: Model, form: Readonly<Record<string, unknown>>) {
  const values: Record<string, string> = {};
  const errors: Record<string, string> = {};
  for (const { name, type, required } of model.fields) {
    const sent = Object.hasOwn(form, name) ? form[name] : undefined;
    const value = ['string', 'number', 'boolean'].includes(typeof sent) ? String(sent).trim() : '';
    if (value === '') {
      if (required) errors[name] = 'This field is required';
    } else if (value.length > TEXT_LENGTH_MAX) {
      errors[name] = `has maximum ${TEXT_LENGTH_MAX} characters`;
    } else if (type === 'email' && !EMAIL_PATTERN.test(value)) {
      errors[name] = 'Invalid email address';
    } else {
      values[name] = value;
    }
  }
  return { values, errors };
}

/** Stores the submission and mails it to the operator. */
export async function storeSubmission(deps: FormDeps, form: string, data: Values): Promise<void> {
  const atMs = deps.clock.nowMs();
  await deps.db.kysely.transaction().execute(async (tx) => {
    await deleteReceivedBefore(tx, 'content_submissions', atMs - KEPT_MS);
    const id = await insertSubmission(tx, { form, data, atMs });
    await deps.noteMessage(tx, { id, form, atMs });
    const { email } = data;
    const isAddress = email !== undefined && EMAIL_PATTERN.test(email);
    const lines = Object.entries(data).map(([name, value]) => `${name}: ${value}`);
    await deps.notifications.notifyOperator(tx, {
      key: `form:${id}`,
      subject: `Form ${form}: ${data['name'] ?? email ?? 'a message'}`,
      text: lines.join('\n\n'),
      ...(isAddress ? { replyTo: email } : {}),
    });
  });
}
