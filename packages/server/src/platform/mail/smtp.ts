// Delivers mails to the server of SMTP_URL. Mails contain links that open accounts, so they are
// only sent encrypted: `smtps://` starts with TLS, and `smtp://` must offer STARTTLS unless it is
// on this machine. Otherwise nodemailer would send clear text if somebody in between removed
// STARTTLS from the server's reply.
import { createTransport, type SendMailOptions } from 'nodemailer';

import { isLoopbackHost } from '#platform/http/http.ts';
import { Outage } from '#platform/outage/outage.ts';

export type Message = SendMailOptions & { readonly messageId: string };
export type Transport = { deliver(message: Message): Promise<void>; close(): void };

const SMTP_TIMEOUT_MS = 20_000;

/** Creates the transport. `deliver` throws an Outage if the server did not accept the mail. */
export function createSmtp(url: string): Transport {
  const smtp = createTransport({
    url,
    requireTLS: !isLoopbackHost(new URL(url).hostname),
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  });
  return {
    deliver: async (message) => {
      try {
        await smtp.sendMail(message);
      } catch (error) {
        throw new Outage('mail', `The mail server did not take a mail (${describe(error)}).`);
      }
    },
    close: () => smtp.close(),
  };
}

/** Describes an error without the server's text, which quotes the rejected address. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, responseCode, command, response } = error as SmtpError;
  const isConnection = command === 'CONN' && response === undefined;
  return [code, responseCode, command, isConnection ? error.message : undefined]
    .filter((part) => part !== undefined)
    .join(', ');
}

type SmtpError = Error & {
  readonly code?: string;
  readonly responseCode?: number;
  readonly command?: string;
  readonly response?: string;
};
