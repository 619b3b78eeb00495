// What a caller's roles leave of an answer, and of a question: whoever may not read a field may not
// filter or sort by it either, since that tells what is in it.
import { mayRead, type ResourceShape } from '@halyard/contract/backoffice/resource';
import type { Role } from '@halyard/contract/backoffice/roles';

type Facts = Readonly<Record<string, unknown>>;

export function maskRow(shape: ResourceShape, row: Facts, roles: readonly Role[]): Facts {
  return Object.fromEntries(Object.entries(row).filter(([name]) => mayRead(shape, name, roles)));
}

/** The fields of a row that these roles may read. */
export function readableFields(shape: ResourceShape, roles: readonly Role[]): readonly string[] {
  return Object.keys(shape.row).filter((name) => mayRead(shape, name, roles));
}

export type Asked = { readonly filters: Facts; readonly sort: string };

export function mayAsk(shape: ResourceShape, { filters, sort }: Asked, roles: readonly Role[]) {
  const fields = Object.keys(filters).flatMap((name) => shape.filters[name]?.fields ?? [name]);
  return [sort, ...fields].every((name) => mayRead(shape, name, roles));
}
