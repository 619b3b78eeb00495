// The target of an action: one record, several, or the resource as a whole.
import { findEnding } from '@halyard/contract/backoffice/endings';
import { isOffered } from '@halyard/contract/backoffice/presentation';
import type { Resource } from '@halyard/contract/backoffice/resource';
import { isAllowed, type Role } from '@halyard/contract/backoffice/roles';

type Id = string | number;
export type ActionTarget =
  | { readonly on: 'all' }
  | {
      readonly on: 'one';
      readonly id: Id;
      /** The current values, used as the form's initial values. */
      readonly row: Readonly<Record<string, unknown>>;
    }
  | { readonly on: 'many'; readonly ids: readonly Id[]; readonly onDone: () => void };

/** Returns the resource's actions that these roles permit on the target. */
export function actionsOn(
  { shape }: Resource,
  on: ActionTarget['on'],
  held: readonly Role[],
): readonly string[] {
  return Object.entries(shape.actions)
    .filter(([, action]) => (on === 'many' ? action.many === true : action.on === on))
    .filter(([, { roles }]) => isAllowed(held, roles))
    .map(([name]) => name);
}

/** Returns the permitted actions that the record's current state allows to these roles. */
export function actionsFor(
  { shape }: Resource,
  row: Readonly<Record<string, unknown>>,
  { permitted, held }: { readonly permitted: readonly string[]; readonly held: readonly Role[] },
): readonly string[] {
  return permitted.filter(
    (name) =>
      findEnding(shape, row, name) === undefined && isOffered(shape.actions[name] ?? {}, row, held),
  );
}
