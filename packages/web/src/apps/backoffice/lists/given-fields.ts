// Which values of a record say something.
import type { Schema } from '@halyard/contract/backoffice/resource';

type Shape = Readonly<Record<string, Schema>>;

/** Returns whether there is a value to show; 0 and false are values. */
export function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '';
}

/** Returns the fields of a group that have a value. */
export function givenFields(shape: Shape, facts: unknown): Shape {
  if (typeof facts !== 'object' || facts === null) return {};
  const values = facts as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(shape).filter(([name]) => isGiven(values[name])));
}
