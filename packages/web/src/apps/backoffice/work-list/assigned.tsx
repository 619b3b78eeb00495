import type { ResourceShape } from '@halyard/contract/backoffice/resource';
import { ChoiceInput } from '../actions/choice-input.tsx';
import { LIST_TEXTS } from '../lists/list-texts.ts';
import {
  initialsOf,
  useAssignments,
  type AssignmentsState,
  type WorkRecord,
} from './assignments.ts';
import classes from './work.module.css';

type AssignedProps = {
  readonly item: WorkRecord & { readonly title: string };
  readonly assignments: AssignmentsState;
};

/** Who works on the record, and the choice of somebody else. */
export function Assigned({ item, assignments }: AssignedProps) {
  const { me, assigneeOf, colleaguesFor, assign } = assignments;
  const assignee = assigneeOf(item);
  const colleagues = colleaguesFor(item.resource).map(
    ({ id, name }) => [String(id), id === me ? LIST_TEXTS.takenByYou : name] as const,
  );
  const mine = colleagues.filter(([id]) => id === String(me));
  return (
    <span className={classes['assigned']}>
      <span
        className={classes['initials']}
        {...(assignee === undefined ? { 'data-free': true } : {})}
        {...(assignee?.id === me ? { 'data-mine': true } : {})}
        aria-hidden
      >
        {assignee === undefined ? '' : initialsOf(assignee.name)}
      </span>
      <ChoiceInput
        label={`${LIST_TEXTS.assignee}: ${item.title}`}
        isBare
        value={assignee === undefined ? '' : String(assignee.id)}
        choices={[...mine, ...colleagues.filter(([id]) => id !== String(me))]}
        noneText={LIST_TEXTS.nobody}
        onChange={(value) => assign(item, value === '' ? null : Number(value))}
      />
    </span>
  );
}

type AssignedRecordProps = {
  readonly shape: ResourceShape;
  readonly id: string | number;
  readonly title: string;
};

/** The same on the page of a record that can wait for somebody. */
export function AssignedRecord({ shape, id, title }: AssignedRecordProps) {
  const assignments = useAssignments();
  const item = { resource: shape.name, recordId: String(id), title };
  return <Assigned item={item} assignments={assignments} />;
}
