import { expect, it } from 'vitest';
import { permissionTable } from './permission-table.ts';
import { mayRead } from './resource.ts';
import { RESOURCES } from './resources.ts';
import { ROLES } from './roles.ts';

const NAMED = RESOURCES.map((resource) => [resource.shape.name, resource] as const);

it('matches the generated documentation', async () => {
  await expect(permissionTable()).toMatchFileSnapshot(
    '../../../../docs/operate/staff-permissions.md',
  );
});

it('leads back to the list after every action that deletes the record', () => {
  const unmarked = NAMED.flatMap(([name, { shape }]) =>
    Object.entries(shape.actions)
      .filter(([action, { removes }]) => action === 'delete' && removes !== true)
      .map(([action]) => `${name}.${action}`),
  );
  expect(unmarked).toEqual([]);
});

it('declares each resource once', () => {
  expect(new Set(NAMED.map(([name]) => name)).size).toBe(RESOURCES.length);
});

it.each(NAMED)(
  'uses only declared fields in the filters, sorts and search of %s',
  (_name, { shape }) => {
    const fields = Object.keys(shape.row);
    const named = [
      ...Object.values(shape.filters).flatMap((filter) => filter.fields),
      ...shape.sorts,
      ...shape.search,
    ];
    expect(named.filter((name) => !fields.includes(name))).toEqual([]);
  },
);

it.each(NAMED)(
  'lets the roles that list %s read and sort its id, and no other role anything',
  (_name, { shape }) => {
    for (const role of ROLES) {
      const isReader = shape.read.includes(role);
      expect(mayRead(shape, 'id', [role])).toBe(isReader);
      expect(mayRead(shape, shape.sorts[0], [role])).toBe(isReader);
      const seen = Object.keys({ ...shape.row, ...shape.detail }).filter((name) =>
        mayRead(shape, name, [role]),
      );
      if (!isReader) expect(seen).toEqual([]);
      const done = Object.values(shape.actions).filter(({ roles }) => roles.includes(role));
      if (!isReader) expect(done).toEqual([]);
    }
  },
);

it('lets no role read an undeclared field, whatever its name', () => {
  for (const { shape } of RESOURCES) {
    for (const name of ['password_hash', '__proto__', 'constructor', 'toString', '']) {
      expect(mayRead(shape, name, ROLES), name).toBe(false);
    }
  }
});

it.each(NAMED.filter(([, { shape }]) => shape.tabs !== undefined))(
  'has each field and action of %s in one tab at most, and no other',
  (_name, { shape }) => {
    const tabs = shape.tabs ?? [];
    const fields = tabs.flatMap((tab) => tab.fields);
    const actions = tabs.flatMap((tab) => tab.actions ?? []);
    for (const named of [tabs.map(({ name }) => name), fields, actions]) {
      expect(new Set(named).size).toBe(named.length);
    }
    const own = Object.keys({ ...shape.row, ...shape.detail });
    expect(fields.filter((name) => !own.includes(name))).toEqual([]);
    expect(actions.filter((name) => shape.actions[name]?.on !== 'one')).toEqual([]);
    const lists = tabs.flatMap((tab) => tab.lists ?? []);
    expect(lists.filter((name) => !NAMED.some(([other]) => other === name))).toEqual([]);
  },
);

it('allows bulk actions only where the single action exists and returns no data', () => {
  for (const { shape, many } of RESOURCES) {
    const declared = Object.entries(shape.actions).filter(([, action]) => action.many === true);
    expect(Object.keys(many)).toEqual(declared.map(([name]) => name));
    for (const [name, { on, reply }] of declared) {
      expect(on, name).toBe('one');
      expect(
        Object.keys(reply).filter((field) => !['changed', 'state'].includes(field)),
        name,
      ).toEqual([]);
    }
  }
});
