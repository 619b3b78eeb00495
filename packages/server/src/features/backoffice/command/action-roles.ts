import type { ResourceShape } from '@halyard/contract/backoffice/resource';
import type { Role } from '@halyard/contract/backoffice/roles';

/**
 * Returns the roles that can execute an action of a resource in the back office; undefined if it
 * has no such action.
 */
export function actionRoles(
  { shape }: { readonly shape: Pick<ResourceShape, 'actions'> },
  name: string | undefined,
): readonly Role[] | undefined {
  if (name === undefined || !Object.hasOwn(shape.actions, name)) return undefined;
  return shape.actions[name]?.roles;
}
