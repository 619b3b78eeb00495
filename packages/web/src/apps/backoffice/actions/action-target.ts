// What an action is done to: one row, several at once, or the resource as a whole.
import type { Resource } from '@halyard/contract/backoffice/resource';
import { isAllowed, type Role } from '@halyard/contract/backoffice/roles';

type Id = string | number;
export type ActionTarget =
  | { readonly on: 'all' }
  | {
      readonly on: 'one';
      readonly id: Id;
      /** As it is now: forms begin with it. */
      readonly row: Readonly<Record<string, unknown>>;
    }
  | { readonly on: 'many'; readonly ids: readonly Id[]; readonly onDone: () => void };

/** The actions of a resource that these roles may do to such a target. */
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
