// Mail to people. It is posted to the outbox in the caller's transaction and sent after the commit:
// through SMTP_URL, or without one into DATA_DIR/outbox as .eml files.
import type { Files } from '#platform/files/files.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Kysely } from 'kysely';

export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Two mails with one key are one mail. */
  readonly key?: string;
};

export type Mailer = {
  send(db: Kysely<object>, mail: Mail): Promise<void>;
  close(): void;
};

export type MailOptions = {
  readonly jobs: Jobs;
  readonly files: Files;
  readonly from: string;
  readonly smtpUrl: string | undefined;
};

export declare function createMailer(options: MailOptions): Mailer;
