import type { Resource } from '@halyard/contract/backoffice/resource';
import { useQuery } from '@tanstack/react-query';
import { ActionBar } from '../actions/action-bar.tsx';
import { actionsOn } from '../actions/action-target.ts';
import { useSeenValues } from '../actions/seen-values.ts';
import { readRecord } from '../lists/list-calls.ts';
import { useStaff } from '../staff/staff-context.ts';

/** A record as the caller saw it first, for actions that send what was seen. */
export function useRecord(resource: Resource, id: number) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['one', resource.shape.name, String(id)],
    queryFn: async () => await readRecord(resource, String(id)),
  });
  const seen = useSeenValues(data, isFetching);
  return { row: data === undefined ? undefined : { ...data, ...seen }, error, refetch };
}

type RecordActionsProps = {
  readonly resource: Resource;
  readonly id: number;
  /** The actions that are offered here, as far as roles and state permit them. */
  readonly names: readonly string[];
};

/** The actions of a record outside of its own page. */
export function RecordActions({ resource, id, names }: RecordActionsProps) {
  const { roles } = useStaff();
  const { row } = useRecord(resource, id);
  if (row === undefined) return undefined;
  const actions = actionsOn(resource, 'one', roles).filter((name) => names.includes(name));
  return (
    <ActionBar
      resource={resource}
      target={{ on: 'one', id, row }}
      actions={actions}
      part={resource.shape.one}
    />
  );
}
