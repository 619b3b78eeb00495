// The mail about records that begin to wait: of each its queue, amount, customer, age and address.
// Customers choose their names, so a name that a mail program could turn into a link is omitted.
import type { WorkQueueName } from '@halyard/contract/backoffice/desk/work-queue-names';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import type { MailLanguage } from '#features/staff/staff.ts';
import { TEXTS, titleOf } from './work-mail-texts.ts';

/** A record as far as the recipient's roles can read it. */
export type WorkEntry = {
  readonly queue: WorkQueueName;
  readonly resource: string;
  readonly recordId: string;
  readonly row: Readonly<Record<string, unknown>>;
};

export type WorkMail = {
  readonly language: MailLanguage;
  readonly entries: readonly WorkEntry[];
  /** How many further records the mail counts without listing them. */
  readonly others: number;
  readonly nowMs: number;
  /** The base URL of the back office, without a trailing slash. */
  readonly officeUrl: string;
  /** Whether it goes to the operator's address, which nobody chose. */
  readonly isOperator: boolean;
};

const INSTANT = /^\d{4}-\d\d-\d\dT/;
const ADDRESS = /^[^\s/:]+@[^\s/:]+$/;
const LINKED = /[\d/:@\\]|www|\p{L}\.\p{L}{2}/iu;
const CUSTOMER_LENGTH_MAX = 120;

export function composeWorkMail({
  language,
  entries,
  others,
  nowMs,
  officeUrl,
  isOperator,
}: WorkMail): { readonly subject: string; readonly text: string } {
  const texts = TEXTS[language];
  const queues = [...new Set(entries.map(({ queue }) => queue))];
  const titles = queues.map((queue) => titleOf(queue, language));
  const parts = queues.map((queue) => {
    const lines = entries
      .filter((entry) => entry.queue === queue)
      .map((entry) => `${describe(entry, { language, nowMs })}\n${addressOf(entry, officeUrl)}`);
    return [titleOf(queue, language), ...lines].join('\n\n');
  });
  const more = others === 0 ? [] : [`${texts.others(others)}\n${officeUrl}/backoffice`];
  const why = isOperator ? texts.whyOperator : texts.why;
  return {
    subject: `${texts.subject(entries.length + others)}: ${titles.join(', ')}`,
    text: [...parts, ...more, why].join('\n\n'),
  };
}

type Written = { readonly language: MailLanguage; readonly nowMs: number };

function describe({ row }: WorkEntry, { language, nowMs }: Written): string {
  const { amount } = row;
  const since = Object.values(row).find(isInstant);
  const facts = [
    typeof amount === 'number' ? euros(Math.abs(amount), language) : undefined,
    customerOf(row),
    since === undefined ? undefined : ageText(nowMs - Date.parse(since), language),
  ];
  return facts.filter((fact) => fact !== undefined).join(' · ');
}

/** Returns the customer's email or name, else the number. */
function customerOf(row: WorkEntry['row']): string | undefined {
  const { email, customer, customer_name: name } = row;
  if (isText(email)) return toShort(email);
  // An approval names the customer as 'Anna Keller · anna@example.com'.
  const last = isText(customer) ? customer.split(' · ').at(-1) : undefined;
  if (last !== undefined && ADDRESS.test(last)) return toShort(last);
  if (isText(name) && !LINKED.test(name)) return toShort(name);
  const id = row['customer_id'] ?? row['first_customer_id'];
  return typeof id === 'number' ? `#${id}` : undefined;
}

function addressOf({ resource, recordId }: WorkEntry, officeUrl: string): string {
  return `${officeUrl}/backoffice/${resource}/${encodeURIComponent(recordId)}/show`;
}

function ageText(ageMs: number, language: MailLanguage): string {
  const { units } = TEXTS[language];
  if (ageMs >= DAY_MS) return `${Math.floor(ageMs / DAY_MS)} ${units.day}`;
  if (ageMs >= HOUR_MS) return `${Math.floor(ageMs / HOUR_MS)} ${units.hour}`;
  return `${Math.max(0, Math.floor(ageMs / MINUTE_MS))} ${units.minute}`;
}

function euros(amount: number, language: MailLanguage): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' }).format(amount);
}

function isInstant(value: unknown): value is string {
  return typeof value === 'string' && INSTANT.test(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function toShort(text: string): string {
  return text.slice(0, CUSTOMER_LENGTH_MAX);
}
