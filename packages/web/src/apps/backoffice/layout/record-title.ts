// The title of a record: what it is called, and its number.
import { mayRead, type ResourceShape } from '@halyard/contract/backoffice/resource';
import type { Role } from '@halyard/contract/backoffice/roles';
import { choiceText, textOf } from '../names.ts';
import { kindOf } from '../lists/field-kind.ts';

type Row = { readonly id: string | number; readonly [name: string]: unknown };

/** 'Test Customer (#4)', or 'Customer #4' if the record has no name that the caller can read. */
export function recordTitle(shape: ResourceShape, row: Row, roles: readonly Role[]): string {
  const number = typeof row.id === 'number' ? `#${row.id}` : row.id;
  const words = (shape.heading ?? [])
    .filter((name) => mayRead(shape, name, roles))
    .map((name) => nameText(shape, name, row[name]))
    .filter((word) => word !== '');
  return words.length === 0 ? `${shape.one} ${number}` : `${words.join(' ')} (${number})`;
}

function nameText(shape: ResourceShape, name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  const schema = (shape.row[name] ?? shape.detail[name])?.schema;
  const isChoice = schema !== undefined && kindOf(name, schema).kind === 'choice';
  return isChoice ? choiceText(name, textOf(value)) : textOf(value).trim();
}
