import { customers } from '@halyard/contract/backoffice/customers';
import { expect, it } from 'vitest';
import { arrangeColumns, readableColumns, wideColumns } from './shown-columns.ts';

it('shows the columns as declared until others are chosen', () => {
  const { shown, pinned } = arrangeColumns(customers.shape, ['admin'], undefined);
  expect(shown[0]).toBe('id');
  expect(shown).toContain('email');
  expect(pinned).toEqual([]);
});

it('puts pinned columns behind the id, which stays in place with them', () => {
  const chosen = { shown: ['email', 'status', 'cash'], pinned: ['cash', 'level'] };
  expect(arrangeColumns(customers.shape, ['admin'], chosen)).toEqual({
    shown: ['id', 'cash', 'email', 'status'],
    pinned: ['id', 'cash'],
  });
});

it('leaves out on a phone what is not brief, and nothing of a list that says none', () => {
  expect(wideColumns({ brief: ['status'] }, ['id', 'email', 'status'])).toEqual(['email']);
  expect(wideColumns({}, ['id', 'email'])).toEqual([]);
});

it('shows no column that the roles can’t read', () => {
  const chosen = { shown: ['email', 'status'], pinned: ['email'] };
  expect(readableColumns(customers.shape, ['dealing'])).not.toContain('email');
  expect(arrangeColumns(customers.shape, ['dealing'], chosen)).toEqual({
    shown: ['id', 'status'],
    pinned: [],
  });
});
