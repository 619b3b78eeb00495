// Mail. It is posted to the outbox in the caller's transaction and sent after the commit: through
// SMTP_URL, or into DATA_DIR/outbox as .eml files. Sent at least once: after a lost reply a mail is
// sent again with the same Message-ID.
import { createHash, randomUUID } from 'node:crypto';

import { DAY_MS, HOUR_MS } from '@halyard/core/time';
import type { Kysely } from 'kysely';
import { createTransport } from 'nodemailer';
import * as z from 'zod/mini';

import type { Clock } from '#platform/clock/clock.ts';
import type { Files } from '#platform/files/files.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';

import { createSmtp, type Message, type Transport } from './smtp.ts';

export type Mail = {
  /** The recipient, a single address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The HTML version; text from other people is escaped in it. */
  readonly html?: string;
  /** The Reply-To, a single address, if it is not the sender. */
  readonly replyTo?: string;
  /** The key of the mail; mails with the same key are one mail. */
  readonly key?: string;
};

export type Mailer = {
  /**
   * Posts a mail, which commits with the caller's transaction. A line break in an address or
   * subject is a bug.
   */
  send(db: Kysely<object>, mail: Mail): Promise<void>;
  /**
   * Deletes all stored mails to this address, sent or not, and their files. Commits with the
   * caller's transaction; the files are deleted at once.
   */
  forget(db: Kysely<object>, address: string): Promise<void>;
  close(): void;
};

export type MailOptions = {
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly files: Files;
  readonly from: string;
  readonly smtpUrl: string | undefined;
  /** Called after each attempt to deliver a mail. */
  readonly onTried?: ((isSent: boolean) => void) | undefined;
};

const CHANNEL = 'mail';
const FOLDER = 'outbox';
/**
 * How long files are kept: as long as the outbox stores a mail, so that `forget` finds the file of
 * each stored mail.
 */
const FILES_KEPT_MS = 30 * DAY_MS;
const SUBJECT_LENGTH_MAX = 200;
const TEXT_LENGTH_MAX = 50_000;
const ONE_LINE = /^\P{Cc}*$/u;
/** The pattern of one address: neither a list of addresses nor a source route. */
const ONE_ADDRESS = /^[^\s\p{Cc}@,;:<>()[\]\\"]+@[^\s\p{Cc}@,;:<>()[\]\\"]+$/u;

const Address = z.string().check(z.maxLength(254), z.regex(ONE_ADDRESS));
const StoredMail = z.strictObject({
  to: Address,
  subject: z.string().check(z.minLength(1), z.maxLength(SUBJECT_LENGTH_MAX), z.regex(ONE_LINE)),
  text: z.string().check(z.maxLength(TEXT_LENGTH_MAX)),
  html: z.optional(z.string().check(z.maxLength(TEXT_LENGTH_MAX))),
  replyTo: z.optional(Address),
  key: z.string().check(z.minLength(1), z.maxLength(200)),
});
type StoredMail = z.infer<typeof StoredMail>;

export function createMailer(options: MailOptions): Mailer {
  const { jobs, smtpUrl, files, clock, onTried } = options;
  const transport = smtpUrl === undefined ? createFileTransport(files) : createSmtp(smtpUrl);
  jobs.carry(CHANNEL, {
    payload: StoredMail,
    run: async (mail) => {
      try {
        await transport.deliver(toMessage(mail, options.from));
      } catch (error) {
        onTried?.(false);
        throw error;
      }
      onTried?.(true);
    },
  });
  // Old files are deleted even if a mail server is configured, because they may exist from before
  // that.
  jobs.repeat({
    kind: 'mail.sweep-files',
    everyMs: HOUR_MS,
    run: async (signal) => {
      for (const name of await files.listNamesBefore(FOLDER, clock.nowMs() - FILES_KEPT_MS)) {
        signal.throwIfAborted();
        await files.remove(files.path(FOLDER, name));
      }
    },
  });
  return {
    send: async (db, mail) => {
      const payload = z.parse(StoredMail, { ...mail, key: mail.key ?? randomUUID() });
      await jobs.post(db, { channel: CHANNEL, stream: payload.to, key: payload.key, payload });
    },
    forget: async (db, address) => {
      const keys = await jobs.discard(db, { channel: CHANNEL, stream: address });
      for (const key of keys) await files.remove(files.path(FOLDER, fileOf(messageIdOf(key))));
    },
    close: () => transport.close(),
  };
}

function toMessage(mail: StoredMail, from: string): Message {
  const { key, ...rest } = mail;
  return {
    ...rest,
    from,
    // The header of RFC 3834, which prevents automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    messageId: messageIdOf(key),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** One file per mail, named by its key, so that sending it again replaces it. */
function createFileTransport(files: Files): Transport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    deliver: async (message) => {
      const composed = await composer.sendMail(message);
      const path = files.path(FOLDER, fileOf(message.messageId));
      await files.writePrivate(path, bytesOf(composed.message));
    },
    close: () => composer.close(),
  };
}

function bytesOf(message: unknown): Uint8Array {
  if (message instanceof Uint8Array) return message;
  throw new TypeError('The composed mail is not in memory');
}

function messageIdOf(key: string): string {
  return `<${fingerprint(key)}@halyard>`;
}

function fileOf(messageId: string): string {
  return `${fingerprint(messageId)}.eml`;
}

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
