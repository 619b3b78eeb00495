import { mayRead, type Action, type Resource } from '@halyard/contract/backoffice/resource';
import { recordTitle } from '../layout/record-title.ts';
import { FactList } from '../lists/field-value.tsx';
import { isGiven } from '../lists/given-fields.ts';
import { useStaff } from '../staff/staff-context.ts';
import type { ActionTarget } from './action-target.ts';
import classes from './actions.module.css';

type ActionSubjectProps = {
  readonly resource: Resource;
  readonly action: Action;
  readonly target: ActionTarget;
};

/** Names the record that the action concerns, so that nobody confirms the wrong one. */
export function ActionSubject({ resource: { shape }, action, target }: ActionSubjectProps) {
  const { roles } = useStaff();
  if (target.on !== 'one') return undefined;
  const { id, row } = target;
  const fields = { ...shape.row, ...shape.detail };
  const repeated = (action.repeats ?? []).flatMap((name) => {
    const field = fields[name];
    const isShown = isGiven(row[name]) && field !== undefined && mayRead(shape, name, roles);
    return isShown ? [[name, field.schema] as const] : [];
  });
  return (
    <div className={classes['subject']}>
      <p className={classes['name']}>{recordTitle(shape, { ...row, id }, roles)}</p>
      {repeated.length > 0 && <FactList shape={Object.fromEntries(repeated)} facts={row} />}
    </div>
  );
}
