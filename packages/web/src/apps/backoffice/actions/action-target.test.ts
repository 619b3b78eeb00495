import { customers } from '@halyard/contract/backoffice/customers';
import { expect, it } from 'vitest';
import { actionsFor, actionsOn } from './action-target.ts';

it.each([
  ['open', ['block', 'note', 'view-as'], ['unblock']],
  ['closing', ['block', 'note'], ['unblock']],
  ['closed', ['note'], ['block', 'categorise', 'view-as', 'edit-profile']],
  ['erased', [], ['block', 'note', 'view-as']],
] as const)('offers for an account that is %s: %o', (account_state, offered, others) => {
  const row = { account_state, restriction: 'active', verified: true };
  const permitted = actionsOn(customers, 'one', ['admin']);
  const actions = actionsFor(customers, row, { permitted, held: ['admin'] });
  expect(actions).toEqual(expect.arrayContaining([...offered]));
  expect(others.filter((name) => actions.includes(name))).toEqual([]);
});
