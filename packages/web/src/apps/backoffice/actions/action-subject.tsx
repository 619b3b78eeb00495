import { Paper, Typography } from '@mui/material';
import { mayRead, type Action, type Resource } from '@halyard/contract/backoffice/resource';
import type { ActionTarget } from './action-target.ts';
import { FactList } from '../lists/field-value.tsx';
import { recordTitle } from '../layout/record-title.ts';
import { useStaff } from '../staff/staff-context.ts';

type ActionSubjectProps = {
  readonly resource: Resource;
  readonly action: Action;
  readonly target: ActionTarget;
};

/** What the action is about, so that nobody confirms the wrong record. */
export function ActionSubject({ resource: { shape }, action, target }: ActionSubjectProps) {
  const { roles } = useStaff();
  if (target.on !== 'one') return undefined;
  const { id, row } = target;
  const fields = { ...shape.row, ...shape.detail };
  const repeated = (action.repeats ?? []).flatMap((name) => {
    const field = fields[name];
    const isKnown = field !== undefined && mayRead(shape, name, roles) && row[name] !== undefined;
    return isKnown ? [[name, field.schema] as const] : [];
  });
  return (
    <Paper sx={{ p: 1.5, bgcolor: 'action.hover' }}>
      <Typography variant="h2" component="p" sx={{ mb: repeated.length === 0 ? 0 : 1 }}>
        {recordTitle(shape, { ...row, id }, roles)}
      </Typography>
      {repeated.length > 0 && <FactList shape={Object.fromEntries(repeated)} facts={row} />}
    </Paper>
  );
}
