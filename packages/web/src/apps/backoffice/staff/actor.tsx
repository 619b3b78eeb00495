import { staff } from '@halyard/contract/backoffice/staff';
import { isAllowed } from '@halyard/contract/backoffice/roles';
import { Link } from 'react-router';
import { pagePath } from '../names.ts';
import { actorText, staffIdOf } from './actor-text.ts';
import { useStaff } from './staff-context.ts';
import { useStaffNames } from './use-staff-names.ts';

/** Who did something, by name; admins can open the member's page. */
export function Actor({ text }: { readonly text: string }) {
  const { roles } = useStaff();
  const name = actorText(text, useStaffNames());
  const id = staffIdOf(text);
  return id !== undefined && isAllowed(roles, staff.shape.read) ? (
    <Link to={pagePath(staff.shape.name, id)} title={text}>
      {name}
    </Link>
  ) : (
    <span title={text}>{name}</span>
  );
}
