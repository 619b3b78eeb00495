// The mail of a notification: greeting, text, link, reason, risk warning and sender; as plain text
// and simple HTML.
import type { Language } from '@halyard/contract/config';
import { NOTIFICATION_KINDS } from './kinds.ts';
import type { NotificationDefinition, NotificationKind } from './kinds.ts';
import { escapeHtml, toLine } from './plain-text.ts';
import { fill, renderNotificationText } from './render-notification-text.ts';
import type { StoredFacts } from './render-notification-text.ts';
import { isOptionalGroup } from './mail-groups.ts';
import { TEXTS } from './texts/texts.ts';

export type BrokerDetails = {
  /** The operator's name, as customers know it. */
  readonly operator: string;
  /** Returns the base URL of links, without a trailing slash. */
  readonly findSiteUrl: () => string;
  /** Returns the legally required footer. */
  readonly riskWarning: (language: Language) => string | undefined;
};

export type MailNotification = {
  readonly kind: NotificationKind;
  readonly facts: StoredFacts;
  readonly language: Language;
  readonly firstName: string;
  /** The link of this mail, which replaces the kind's page. */
  readonly link?: `/${string}` | undefined;
};

export type RenderedMail = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

const NAME_LENGTH_MAX = 80;
/**
 * A pattern of text that mail programs turn into links, and of digits. Anyone can sign up with
 * another person's address, and must not be able to send them an offer in the broker's name.
 */
const NO_NAME = /[\d/:@\\]|www|\p{L}\.\p{L}{2}/iu;

export function renderMail(broker: BrokerDetails, notification: MailNotification): RenderedMail {
  const { kind, language } = notification;
  const { title, text } = renderNotificationText(kind, notification.facts, language);
  const { mail } = TEXTS[language];
  const definition: NotificationDefinition = NOTIFICATION_KINDS[kind];
  const values = new Map([
    ['name', toLine(notification.firstName, NAME_LENGTH_MAX)],
    ['operator', broker.operator],
  ]);
  const url = `${broker.findSiteUrl()}${notification.link ?? definition.page}`;
  const why = isOptionalGroup(definition.group) ? mail.optional : mail.required;
  const parts = {
    greeting: fill(
      NO_NAME.test(notification.firstName) ? mail.greetingUnnamed : mail.greeting,
      values,
    ),
    paragraphs: text.split('\n\n'),
    link: { url, label: fill(mail.open, values) },
    small: [fill(why, values), broker.riskWarning(language)].filter((line) => line !== undefined),
    operator: broker.operator,
  };
  return {
    subject: title,
    text: toText(parts),
    html: toHtml(parts, { title, language }),
  };
}

type Parts = {
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly link: { readonly url: string; readonly label: string };
  readonly small: readonly string[];
  readonly operator: string;
};

function toText({ greeting, paragraphs, link, small, operator }: Parts): string {
  const blocks = [greeting, ...paragraphs, `${link.label}:\n${link.url}`, operator];
  return `${blocks.join('\n\n')}\n\n-- \n${small.join('\n\n')}\n`;
}

function toHtml(parts: Parts, head: { readonly title: string; readonly language: string }): string {
  const { link, operator } = parts;
  const paragraph = (text: string): string => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;
  return [
    '<!doctype html>',
    `<html lang="${head.language}"><head><meta charset="utf-8">`,
    `<title>${escapeHtml(head.title)}</title></head><body>`,
    paragraph(parts.greeting),
    ...parts.paragraphs.map(paragraph),
    `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`,
    paragraph(operator),
    '<hr>',
    ...parts.small.map(paragraph),
    '</body></html>',
  ].join('\n');
}
