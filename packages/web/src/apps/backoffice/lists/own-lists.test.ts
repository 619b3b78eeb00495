import type { ListView } from '@halyard/contract/backoffice/desk/own-lists';
import { expect, it } from 'vitest';
import { fromFilter, toFilter, withColumns, withoutView, withView } from './own-lists.ts';

const VIEW: ListView = {
  resource: 'customers',
  name: 'Blocked',
  shown: ['id'],
  pinned: [],
  filters: [{ name: 'status', value: 'blocked' }],
  sort: 'id',
  order: 'asc',
  shared: false,
};

it('replaces the columns of one list and leaves the others', () => {
  const orders = { resource: 'orders', shown: ['id'], pinned: [] };
  const own = { columns: [{ ...orders, resource: 'customers' }, orders], views: [] };
  const next = withColumns(own, 'customers', { shown: ['id', 'email'], pinned: ['email'] });
  expect(next.columns).toEqual([
    orders,
    { resource: 'customers', shown: ['id', 'email'], pinned: ['email'] },
  ]);
  expect(withColumns(own, 'customers', undefined).columns).toEqual([orders]);
});

it('replaces a view of the same name of the same list, and removes only that', () => {
  const other = { ...VIEW, resource: 'orders' };
  const own = { columns: [], views: [VIEW, other] };
  const changed = { ...VIEW, sort: 'email' };
  expect(withView(own, changed).views).toEqual([changed, other]);
  expect(withView(own, { ...VIEW, name: 'New' }).views).toHaveLength(3);
  expect(withoutView(own, VIEW).views).toEqual([other]);
});

it('keeps filters, but neither the search text nor empty values', () => {
  const filters = fromFilter({ search: 'keller', status: ' blocked ', country: '' });
  expect(filters).toEqual([{ name: 'status', value: 'blocked' }]);
  expect(toFilter({ ...VIEW, filters })).toEqual({ status: 'blocked' });
});
