import { customers } from '@halyard/contract/backoffice/customers';
import { staff } from '@halyard/contract/backoffice/staff';
import { expect, it } from 'vitest';
import { fixedFields, tabsOf, type PagePart } from './tabs-of.ts';

const namesOf = ({ fields, actions, lists }: PagePart) => ({
  fields: fields.map(([name]) => name),
  actions,
  lists: lists.map(({ resource }) => resource.shape.name),
});

it('shows everything of a customer once, above the tabs or in one of them', () => {
  const { above, tabs } = tabsOf(customers, 17, ['admin']);
  const parts = [above, ...tabs].map(namesOf);
  const fields = parts.flatMap((part) => part.fields);
  const { row, detail, actions } = customers.shape;
  // The profile's version is only for the actions.
  const { profile_version: _, ...shown } = { ...row, ...detail };
  expect(fields.toSorted()).toEqual(Object.keys(shown).toSorted());
  expect(parts.flatMap((part) => part.actions).toSorted()).toEqual(Object.keys(actions).toSorted());
  const lists = parts.flatMap((part) => part.lists);
  expect(lists).toEqual([
    'approvals',
    'documents',
    'positions',
    'orders',
    'deposits',
    'withdrawals',
    'webhook-deliveries',
    'linked-accounts',
    'shortfalls',
    'audit',
  ]);
  expect(namesOf(above).lists).toEqual(['approvals']);
  expect(tabs.find(({ name }) => name === 'verification')?.lists[0]?.filter).toEqual({
    customer: '17',
  });
  expect(tabs.find(({ name }) => name === 'record')?.lists[0]?.filter).toEqual({
    record: 'customers:17',
  });
});

it('names both customers of a link, and the customer of no other list', () => {
  const { tabs } = tabsOf(customers, 17, ['admin']);
  const links = tabs.find(({ name }) => name === 'links');
  expect(links?.lists.map((list) => [list.resource.shape.name, fixedFields(list)])).toEqual([
    ['linked-accounts', []],
    ['shortfalls', ['customer_id']],
  ]);
});

it('leaves out what a role may not read or do, and a tab that is empty by that', () => {
  const dealing = tabsOf(customers, 17, ['dealing']);
  expect(dealing.tabs.map(({ name }) => name)).toEqual([
    'profile',
    'trading-terms',
    'positions',
    'money',
    'notes',
    'links',
  ]);
  expect(namesOf(dealing.above).fields).not.toContain('email');
  expect(dealing.above.actions).toEqual([]);
  expect(dealing.tabs[1]?.actions).toEqual(['protect', 'unprotect', 'permit']);
});

it('shows a page without tabs as one', () => {
  const { above, tabs } = tabsOf(staff, 1, ['admin']);
  expect(tabs).toEqual([]);
  expect(above.fields.length).toBeGreaterThan(3);
  expect(above.lists.map(({ resource }) => resource.shape.name)).toEqual(['audit']);
});
