// Who works on which record of the work list.
import { assignWork, getWorkAssignments } from '@halyard/contract/backoffice/desk/work-assignments';
import type { Colleague, WorkAssignment } from '@halyard/contract/backoffice/desk/work-assignments';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { staffCall } from '#data/auth/staff.ts';
import { showErrorToast } from '#ui/feedback/toast.ts';
import { failureText, orThrow } from '../lists/list-calls.ts';
import { LIST_TEXTS } from '../lists/list-texts.ts';
import { useStaff } from '../staff/staff-context.ts';

const KEY = ['work-assignments'];
const REFRESH_EVERY_MS = 30_000;
const NOBODY: readonly never[] = [];

export type WorkRecord = { readonly resource: string; readonly recordId: string };

export type Assignee = { readonly id: number; readonly name: string };

export type AssignmentsState = {
  readonly me: number;
  /** Undefined: nobody works on it. */
  readonly assigneeOf: (record: WorkRecord) => Assignee | undefined;
  /** Who can be assigned records of the resource. */
  readonly colleaguesFor: (resource: string) => readonly Colleague[];
  /** Null: nobody. */
  readonly assign: (record: WorkRecord, staffId: number | null) => void;
  /** The caller takes the record, or gives back what is theirs. */
  readonly turn: (record: WorkRecord) => void;
};

export function useAssignments(): AssignmentsState {
  const { id: me } = useStaff();
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: KEY,
    refetchInterval: REFRESH_EVERY_MS,
    queryFn: async () => orThrow(await staffCall(getWorkAssignments, {}, { background: true })),
  });
  const { assignments = NOBODY, colleagues = NOBODY } = data ?? {};
  const assigneeOf = (record: WorkRecord) => findAssignee(assignments, record);
  const assign = async (record: WorkRecord, staffId: number | null): Promise<void> => {
    const result = await staffCall(assignWork, {
      body: {
        resource: record.resource,
        record_id: record.recordId,
        staff_id: staffId,
        seen_staff_id: assigneeOf(record)?.id ?? null,
      },
    });
    if (result.kind !== 'data') {
      const isTaken = result.kind === 'refusal' && result.code === 'content-changed';
      showErrorToast(isTaken ? LIST_TEXTS.takenMeanwhile : failureText(result));
    }
    await client.invalidateQueries({ queryKey: KEY });
  };
  return {
    me,
    assigneeOf,
    colleaguesFor: (resource) => colleagues.filter(({ resources }) => resources.includes(resource)),
    assign: (record, staffId) => void assign(record, staffId),
    turn: (record) => void assign(record, assigneeOf(record)?.id === me ? null : me),
  };
}

function findAssignee(
  assignments: readonly WorkAssignment[],
  { resource, recordId }: WorkRecord,
): Assignee | undefined {
  const found = assignments.find((one) => one.resource === resource && one.record_id === recordId);
  return found === undefined ? undefined : { id: found.staff_id, name: found.staff_name };
}

export const WHOSE = ['all', 'mine', 'free'] as const;
export type Whose = (typeof WHOSE)[number];

export function isOf(whose: Whose, assignee: Assignee | undefined, me: number): boolean {
  if (whose === 'all') return true;
  return whose === 'free' ? assignee === undefined : assignee?.id === me;
}

/** 'Anna Maria Keller' as 'AK', 'Demo' as 'D'. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const [first = ''] = words;
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return [first, last].map((word) => word.slice(0, 1).toUpperCase()).join('');
}
