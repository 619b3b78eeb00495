import { customers } from '@halyard/contract/backoffice/customers';
import { contactMessages } from '@halyard/contract/backoffice/inbox';
import { linkedAccounts } from '@halyard/contract/backoffice/linked-accounts';
import { pages } from '@halyard/contract/backoffice/content-pages';
import type { Resource } from '@halyard/contract/backoffice/resource';
import { symbols } from '@halyard/contract/backoffice/symbols';
import { expect, it } from 'vitest';
import { planUndo, planUndoOfMany } from './plan-undo.ts';

const REASON = 'asked for by telephone';
const CUSTOMER = {
  restriction: 'close-only',
  category: 'retail',
  level: 'Gold',
  pin: null,
  permissions: { forex: [10, 30] },
};
const PAGE = { version: 4, online_version: null, draft: true };
const TERMS = {
  extra_spread_percent: 0.1,
  least_spread_percent: 0.2,
  least_amount: 25,
  greatest_amount: 1000,
  greatest_leverage: 30,
  hours: ['always'],
};

const plan = (resource: Resource, name: string, before: object, reply: object = {}) =>
  planUndo({ resource, name, id: 7, before: { ...before }, reason: REASON, reply: { ...reply } }, [
    'admin',
  ]);

it.each<[Resource, string, object, object | undefined]>([
  [customers, 'block', CUSTOMER, { action: 'close-only', body: {} }],
  [customers, 'unblock', { restriction: 'blocked' }, { action: 'block', body: {} }],
  [customers, 'verify', CUSTOMER, { action: 'unverify', body: {} }],
  // The documents would have to be seen again.
  [customers, 'unverify', CUSTOMER, undefined],
  [customers, 'categorise', CUSTOMER, { action: 'categorise', body: { category: 'retail' } }],
  [customers, 'set-pin', CUSTOMER, { action: 'set-pin', body: { pin: null } }],
  [
    customers,
    'permit',
    CUSTOMER,
    { action: 'permit', body: { permissions: expect.objectContaining({ forex: [10, 30] }) } },
  ],
  [customers, 'note', CUSTOMER, undefined],
  [linkedAccounts, 'link', { status: 'dismissed' }, { action: 'dismiss', body: {} }],
  [linkedAccounts, 'link', { status: 'open' }, undefined],
  [symbols, 'halt', {}, { action: 'resume', body: {} }],
  [symbols, 'set-terms', TERMS, { action: 'set-terms', body: TERMS }],
  [contactMessages, 'done', {}, { action: 'reopen', body: {} }],
  [pages, 'publish', PAGE, { action: 'unpublish', body: {} }],
  [pages, 'publish', { ...PAGE, online_version: 3 }, undefined],
  [
    pages,
    'unpublish',
    { version: 4, online_version: 4, draft: false },
    { action: 'publish', body: { version: 4 } },
  ],
  [pages, 'unpublish', { version: 5, online_version: 4, draft: true }, undefined],
])('takes %o back: %s of %o', (resource, name, before, planned) => {
  const undo = plan(resource, name, before);
  expect(undo && { action: undo.action, body: toSent(undo.body) }).toEqual(
    planned && { ...planned, ...('body' in planned ? { body: toSent(planned.body) } : {}) },
  );
  if (undo !== undefined) expect(undo.body['reason']).toBe(`Undo: ${REASON}`);
});

/** Numbers as the form sends them, without the reason. */
function toSent(body: unknown): unknown {
  const { reason: _, ...sent } = body as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [
      name,
      typeof value === 'number' ? String(value) : value,
    ]),
  );
}

it('offers nothing if nothing changed, something waits, or the roles lack the other action', () => {
  expect(plan(customers, 'block', CUSTOMER, { changed: false })).toBeUndefined();
  expect(plan(customers, 'block', CUSTOMER, { waiting: true })).toBeUndefined();
  const done = { resource: linkedAccounts, name: 'dismiss', id: 7, reason: REASON, reply: {} };
  const before = { status: 'confirmed' };
  expect(planUndo({ ...done, before }, ['compliance'])?.action).toBe('link');
  expect(planUndo({ ...done, before }, ['dealing'])).toBeUndefined();
});

it('shortens the reason to what the audit log takes', () => {
  const done = { resource: customers, name: 'block', id: 7, before: CUSTOMER, reply: {} };
  const undo = planUndo({ ...done, reason: 'x'.repeat(500) }, ['compliance']);
  expect(String(undo?.body['reason'])).toHaveLength(500);
});

it('takes a bulk action back with the opposite bulk action only', () => {
  expect(planUndoOfMany(contactMessages, 'done', ['support'])).toBe('reopen');
  expect(planUndoOfMany(contactMessages, 'done', ['finance'])).toBeUndefined();
  // No symbols are resumed together.
  expect(planUndoOfMany(symbols, 'halt', ['dealing'])).toBeUndefined();
  expect(planUndoOfMany(customers, 'note', ['support'])).toBeUndefined();
});
