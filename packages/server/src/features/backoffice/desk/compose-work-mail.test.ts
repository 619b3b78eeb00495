import { describe, expect, it } from 'vitest';
import { composeWorkMail, type WorkEntry } from './compose-work-mail.ts';

const NOW_MS = Date.UTC(2026, 0, 15, 12);
const WITHDRAWAL: WorkEntry = {
  queue: 'withdrawals/to-approve',
  resource: 'withdrawals',
  recordId: 'W1',
  row: {
    id: 'W1',
    email: 'anna@example.com',
    amount: -6000,
    created_at: '2026-01-15T09:30:00.000Z',
  },
};
const MAIL = {
  language: 'en',
  entries: [WITHDRAWAL],
  others: 0,
  nowMs: NOW_MS,
  officeUrl: 'https://desk.example',
  isOperator: false,
} as const;

function documentOf(name: string): WorkEntry {
  const row = { id: 7, customer_id: 42, customer_name: name };
  return { queue: 'documents/to-review', resource: 'documents', recordId: '7', row };
}

describe('a mail about new work', () => {
  it('names queue, amount, customer, age and address', () => {
    const { subject, text } = composeWorkMail(MAIL);
    expect(subject).toBe('1 new task: Withdrawals to approve');
    expect(text).toContain(
      'Withdrawals to approve\n\n€6,000.00 · anna@example.com · 2 h\nhttps://desk.example/backoffice/withdrawals/W1/show',
    );
  });

  it('is in German for members who use the back office in German', () => {
    const { subject, text } = composeWorkMail({ ...MAIL, language: 'de', others: 3 });
    expect(subject).toBe('4 neue Aufgaben: Auszahlungen zur Freigabe');
    expect(text).toContain('6.000,00\u00a0€ · anna@example.com · 2 Std.');
    expect(text).toContain('3 weitere:\nhttps://desk.example/backoffice');
  });

  it.each(['visit evil.example', 'www evil', 'http://evil', 'call +49 30 1', 'a@b', 'Anna\\evil'])(
    'omits a name that could become a link: %s',
    (name) => {
      const { text } = composeWorkMail({ ...MAIL, entries: [documentOf(name)] });
      expect(text).not.toContain(name);
      expect(text).toContain('#42');
    },
  );

  it('names the customer of an approval by email', () => {
    const approval = {
      queue: 'approvals/waiting',
      resource: 'approvals',
      recordId: '3',
      row: { id: 3, customer_id: 42, customer: 'visit evil.example · anna@example.com' },
    } as const;
    const { text } = composeWorkMail({ ...MAIL, entries: [approval] });
    expect(text).toContain('\n\nanna@example.com\n');
    expect(text).not.toContain('evil');
    const row = { ...approval.row, customer: 'visit evil.example' };
    const unnamed = composeWorkMail({ ...MAIL, entries: [{ ...approval, row }] });
    expect(unnamed.text).toContain('\n\n#42\n');
  });

  it('names a customer whose name is plain', () => {
    const { text } = composeWorkMail({ ...MAIL, entries: [documentOf('Zoë O’Neill-Özil')] });
    expect(text).toContain('Zoë O’Neill-Özil\n');
  });
});
