import { expect, it } from 'vitest';
import { auditedText, findTarget, labelOf, withinText } from './names.ts';

it.each([
  ['customer_id', 7, { resource: 'customers', id: '7' }],
  ['first_customer_id', 7, { resource: 'customers', id: '7' }],
  ['position_id', 12, { resource: 'positions', id: '12' }],
  ['subject', 'customer:7', { resource: 'customers', id: '7' }],
  ['session_id', 7, undefined],
  ['customer_id', null, undefined],
] as const)('links %s %j to its record page', (name, value, target) => {
  expect(findTarget(name, value)).toEqual(target);
});

it.each([
  ['created_at', 'Created at'],
  ['SymbolName', 'Name'],
  ['ClosingReason', 'Closed by'],
  ['stop_lost', 'Stop loss'],
  ['near_close_out', 'Lowest margin levels'],
])('labels %s with %s', (name, label) => {
  expect(labelOf(name)).toBe(label);
});

it('names the first of two approvals', () => {
  expect(auditedText('customer.verify')).toBe('Customer: verify');
  expect(auditedText('deposit.manual-first')).toBe('Deposit: manual (first approval)');
});

it('starts a label after another one in lower case, except an abbreviation', () => {
  expect(['Position ID', 'Opened at', 'ID'].map(withinText)).toEqual([
    'position ID',
    'opened at',
    'ID',
  ]);
});
