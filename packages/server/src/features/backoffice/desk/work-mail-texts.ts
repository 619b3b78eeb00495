import type { WorkQueueName } from '@halyard/contract/backoffice/desk/work-queue-names';
import { assertPresent } from '@halyard/core/assertion';
import type { MailLanguage } from '#features/staff/staff.ts';
import { WORK_QUEUES } from './work-item-store.ts';

export const TEXTS = {
  en: {
    subject: (count: number) => (count === 1 ? '1 new task' : `${count} new tasks`),
    others: (count: number) => `${count} more:`,
    units: { day: 'd', hour: 'h', minute: 'min' },
    why: 'You chose these mails under “Your account” in the back office, and can change them there.',
    whyOperator:
      'This address gets mails about work that no member of staff is mailed about. Whoever works on it can choose these mails under “Your account” in the back office.',
  },
  de: {
    subject: (count: number) => (count === 1 ? '1 neue Aufgabe' : `${count} neue Aufgaben`),
    others: (count: number) => `${count} weitere:`,
    units: { day: 'Tg.', hour: 'Std.', minute: 'Min.' },
    why: 'Sie haben diese E-Mails unter „Ihr Konto“ im Back Office gewählt und können sie dort ändern.',
    whyOperator: '',
  },
} as const;

/** The English titles are those of the declarations. */
const GERMAN_TITLES: Readonly<Record<WorkQueueName, string>> = {
  'approvals/waiting': 'Freigaben ausstehend',
  'contact-messages/open': 'Kontaktanfragen offen',
  'deposits/to-confirm': 'Einzahlungen und Kredite zu bestätigen',
  'deposits/to-review': 'Einzahlungen und Kredite zu prüfen',
  'documents/expiry': 'Dokumente abgelaufen oder bald ablaufend',
  'documents/to-review': 'Dokumente zu prüfen',
  'form-entries/open': 'Formulareingänge offen',
  'linked-accounts/open': 'Verknüpfte Konten zu prüfen',
  'shortfalls/open': 'Fehlbeträge offen',
  'withdrawals/to-approve': 'Auszahlungen zur Freigabe',
  'withdrawals/to-pay': 'Auszahlungen auszuführen',
};

/** Returns the title of a queue, such as 'Withdrawals to approve'. */
export function titleOf(name: WorkQueueName, language: MailLanguage): string {
  if (language === 'de') return GERMAN_TITLES[name];
  const found = WORK_QUEUES.find((queue) => queue.name === name);
  const { resource, queue } = assertPresent(found, 'a queue is declared');
  return `${resource.shape.title} ${queue.text}`;
}
