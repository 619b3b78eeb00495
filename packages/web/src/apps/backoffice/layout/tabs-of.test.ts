import { customers } from '@halyard/contract/backoffice/customers';
import { linkedAccounts } from '@halyard/contract/backoffice/linked-accounts';
import { staff } from '@halyard/contract/backoffice/staff';
import { expect, it } from 'vitest';
import { fixedFields, tabsOf, type PagePart } from './tabs-of.ts';

const namesOf = ({ fields, actions, lists }: PagePart) => ({
  fields: fields.map(([name]) => name),
  actions,
  lists: lists.map(({ resource }) => resource.shape.name),
});

it('shows every field of a customer once, above the tabs or in one of them', () => {
  const { above, tabs } = tabsOf(customers, 17, ['admin']);
  const parts = [above, ...tabs].map(namesOf);
  const { row, detail, actions, header } = customers.shape;
  const fields = [...header, ...parts.flatMap((part) => part.fields)];
  // The versions are only for the actions.
  const { profile_version: _, screening_version: __, ...shown } = { ...row, ...detail };
  expect(fields.toSorted()).toEqual(Object.keys(shown).toSorted());
  expect(parts.flatMap((part) => part.actions).toSorted()).toEqual(Object.keys(actions).toSorted());
  const lists = parts.flatMap((part) => part.lists);
  expect(lists).toEqual([
    'documents',
    'positions',
    'orders',
    'deposits',
    'withdrawals',
    'approvals',
    'webhook-deliveries',
    'shortfalls',
    'audit',
  ]);
  expect(namesOf(above).lists).toEqual([]);
  expect(tabs.find(({ name }) => name === 'verification')?.lists[0]?.filter).toEqual({
    customer: '17',
  });
  expect(tabs.find(({ name }) => name === 'record')?.lists[0]?.filter).toEqual({
    record: 'customers:17',
  });
});

it('omits the customer column of a list filtered by customer', () => {
  const { tabs } = tabsOf(customers, 17, ['admin']);
  const related = tabs.find(({ name }) => name === 'related-accounts');
  expect(related?.hasPart).toBe(true);
  expect(related?.lists.map((list) => [list.resource.shape.name, fixedFields(list)])).toEqual([
    ['shortfalls', ['customer_id', 'customer_name', 'email']],
  ]);
});

it('names both customers of a link', () => {
  const filter = { customer: '17' };
  expect(fixedFields({ resource: linkedAccounts, filter })).toEqual([]);
});

it('omits fields and actions that a role lacks, and tabs that become empty', () => {
  const dealing = tabsOf(customers, 17, ['dealing']);
  expect(dealing.tabs.map(({ name }) => name)).toEqual([
    'timeline',
    'profile',
    'trading-terms',
    'positions',
    'practice',
    'money',
    'notes',
    'related-accounts',
  ]);
  expect(namesOf(dealing.above).fields).not.toContain('email');
  expect(dealing.above.actions).toEqual([]);
  expect(dealing.tabs[2]?.actions).toEqual(['protect', 'unprotect', 'permit']);
});

it('shows a page without tabs as one', () => {
  const { above, tabs } = tabsOf(staff, 1, ['admin']);
  expect(tabs).toEqual([]);
  expect(above.fields.length).toBeGreaterThan(3);
  expect(above.lists.map(({ resource }) => resource.shape.name)).toEqual(['audit']);
});
