import { expect, it } from 'vitest';
import { ageText, queuesFor, sortWork, toWorkItem, type WorkItem } from './work-items.ts';

const AT = '2026-11-20T10:00:00.000Z';

it('offers each role only the queues of records that it can see', () => {
  const titles = (...roles: Parameters<typeof queuesFor>[0]) =>
    queuesFor(roles).map(({ title }) => title);
  expect(titles('admin')).toContain('Withdrawals to approve');
  expect(titles('compliance')).toContain('Documents to review');
  expect(titles('content')).not.toContain('Withdrawals to approve');
});

it('names a waiting withdrawal with its amount, age and customer', () => {
  const queue = queuesFor(['finance']).find(({ title }) => title === 'Withdrawals to approve');
  if (queue === undefined) throw new Error('no such queue');
  const row = { id: 'WAB12', customer_id: 4, email: 'a@example.com', amount: -50, created_at: AT };
  expect(toWorkItem(queue, row, ['finance'])).toMatchObject({
    title: 'Withdrawal WAB12',
    path: '/backoffice/withdrawals/WAB12/show',
    sinceMs: Date.parse(AT),
    amount: -50,
    customerId: 4,
    customer: 'a@example.com',
  });
});

it('puts the most urgent first, then the oldest, and each record once', () => {
  const item = (key: string, urgency: number, sinceMs?: number) =>
    ({ key, urgency, sinceMs }) as WorkItem;
  const sorted = sortWork([
    item('a', 2, 1),
    item('b', 1, 9),
    item('c', 1, 5),
    item('d', 1),
    item('b', 2, 9),
  ]);
  expect(sorted.map(({ key }) => key)).toEqual(['c', 'b', 'd', 'a']);
});

it.each([
  [30_000, '0 min'],
  [12 * 60_000, '12 min'],
  [5 * 3_600_000, '5 h'],
  [3 * 86_400_000, '3 d'],
])('formats %d ms as %s', (ageMs, text) => expect(ageText(ageMs)).toBe(text));
