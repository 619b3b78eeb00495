import { expect, it } from 'vitest';
import { reasonsOf } from './link-reasons.ts';

it('names opposite trades before shared traits, and the weightiest trait first', () => {
  const shared = [
    { kind: 'network', label: '203.0.113.7', accounts: 2, points: 10 },
    { kind: 'payout', label: 'DE89…3000', accounts: 2, points: 45 },
  ] as const;
  expect(reasonsOf({ shared: [...shared], hedges: 2, protection_paid: true })).toEqual([
    '2 opposite trades at the same time',
    'Balance protection was paid during an opposite trade',
    'Same payout destination DE89…3000',
    'Same network 203.0.113.7',
  ]);
});
