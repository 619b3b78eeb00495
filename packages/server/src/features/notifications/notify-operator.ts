import type { Kysely } from 'kysely';
import { cutSecrets } from '#platform/log/log.ts';
import type { Mailer } from '#platform/mail/mail.ts';
import { toLine, toParagraphs } from './plain-text.ts';

export type OperatorMessage = {
  /** The key of the message; messages with the same key are one. */
  readonly key: string;
  readonly subject: string;
  /** The text, in English like the operator's command and the log. */
  readonly text: string;
  /** The Reply-To address of the mail. */
  readonly replyTo?: string;
};

const SUBJECT_LENGTH_MAX = 150;
const TEXT_LENGTH_MAX = 10_000;

/** Mails the operator; without an address it does nothing. Commits with the transaction. */
export async function notifyOperator(
  deps: { readonly mailer: Mailer; readonly operatorEmail: string | undefined },
  tx: Kysely<object>,
  message: OperatorMessage,
): Promise<void> {
  const { operatorEmail: to } = deps;
  if (to !== undefined) await send(deps, tx, { ...message, to, key: `operator:${message.key}` });
}

export type StaffMessage = Omit<OperatorMessage, 'replyTo'> & { readonly to: string };

/** Mails a member of staff. Commits with the transaction. */
export async function notifyStaff(
  deps: { readonly mailer: Mailer },
  tx: Kysely<object>,
  message: StaffMessage,
): Promise<void> {
  await send(deps, tx, { ...message, key: `staff:${message.key}` });
}

async function send(
  { mailer }: { readonly mailer: Mailer },
  tx: Kysely<object>,
  { to, key, subject, text, replyTo }: OperatorMessage & { readonly to: string },
): Promise<void> {
  await mailer.send(tx, {
    to,
    subject: toLine(cutSecrets(subject), SUBJECT_LENGTH_MAX),
    text: `${toParagraphs(cutSecrets(text), TEXT_LENGTH_MAX)}\n`,
    key,
    ...(replyTo === undefined ? {} : { replyTo }),
  });
}
