import type { TimelineEvent } from '@halyard/contract/backoffice/customer-page';
import { expect, it } from 'vitest';
import { toEventText } from './timeline-texts.ts';

const EVENT: TimelineEvent = {
  key: 'opened:1',
  at: '2026-11-27T10:00:00.000Z',
  kind: 'trades',
  event: 'buy',
  detail: 'BTCUSD × 2',
  amount: 100,
  actor: null,
  link: null,
};

it.each<[Partial<TimelineEvent>, object]>([
  [{}, { title: 'Bought BTCUSD × 2', note: 'Margin' }],
  [
    { event: 'closed-stop-loss', detail: 'BTCUSD' },
    { title: 'Closed BTCUSD', note: 'Stop loss · Profit' },
  ],
  [
    { kind: 'sign-ins', event: 'signed-in', detail: 'Firefox, Windows', actor: '203.0.113.7' },
    { title: 'Signed in', note: 'Firefox, Windows · 203.0.113.7' },
  ],
  [
    { kind: 'withdrawals', event: 'Withdrawal', detail: 'pending' },
    { title: 'Withdrawal', note: '', state: 'pending' },
  ],
  [
    { kind: 'staff-actions', event: 'customer.verify', detail: null, actor: 'staff:2' },
    { title: 'Customer: verify', note: 'staff:2' },
  ],
])('writes an event in words: %o', (event, text) => {
  expect(toEventText({ ...EVENT, ...event })).toEqual(text);
});
