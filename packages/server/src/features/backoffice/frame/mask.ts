// Applies a caller's roles to replies and queries: a field that they can't read can't be filtered
// or sorted by either, because that would reveal its values.
import { mayRead, type ResourceShape } from '@halyard/contract/backoffice/resource';
import type { Role } from '@halyard/contract/backoffice/roles';

type Facts = Readonly<Record<string, unknown>>;

export function maskRow(shape: ResourceShape, row: Facts, roles: readonly Role[]): Facts {
  return Object.fromEntries(Object.entries(row).filter(([name]) => mayRead(shape, name, roles)));
}

/** Returns the fields of a row that these roles can read. */
export function readableFields(shape: ResourceShape, roles: readonly Role[]): readonly string[] {
  return Object.keys(shape.row).filter((name) => mayRead(shape, name, roles));
}

export type Asked = { readonly filters: Facts; readonly sort: string };

export function mayAsk(shape: ResourceShape, { filters, sort }: Asked, roles: readonly Role[]) {
  const fields = Object.keys(filters).flatMap((name) => shape.filters[name]?.fields ?? [name]);
  return [sort, ...fields].every((name) => mayRead(shape, name, roles));
}
