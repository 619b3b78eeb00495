import { expect, it } from 'vitest';
import { permissionTable } from './permission-table.ts';
import { mayRead } from './resource.ts';
import { RESOURCES } from './resources.ts';
import { ROLES } from './roles.ts';

const NAMED = RESOURCES.map((resource) => [resource.shape.name, resource] as const);

it('stands in the documentation as it is declared', async () => {
  await expect(permissionTable()).toMatchFileSnapshot(
    '../../../../docs/operate/staff-permissions.md',
  );
});

it('declares each resource once', () => {
  expect(new Set(NAMED.map(([name]) => name)).size).toBe(RESOURCES.length);
});

it.each(NAMED)(
  'names only fields of its own in filters, sorts and search of %s',
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
  'lets whoever may list %s see its id and sort it, and nobody else anything',
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

it('lets nobody read what is not declared, whatever its name', () => {
  for (const { shape } of RESOURCES) {
    for (const name of ['password_hash', '__proto__', 'constructor', 'toString', '']) {
      expect(mayRead(shape, name, ROLES), name).toBe(false);
    }
  }
});
