import { getStaffNames } from '@halyard/contract/backoffice/desk/staff-names';
import { useQuery } from '@tanstack/react-query';
import { MINUTE_MS } from '@halyard/core/time';
import { staffCall } from '#data/auth/staff.ts';
import { orThrow } from '../lists/list-calls.ts';
import type { StaffNames } from './actor-text.ts';

const UNKNOWN: StaffNames = new Map();

/** The names of the members by id; empty until they are known. */
export function useStaffNames(): StaffNames {
  const { data } = useQuery({
    queryKey: ['staff-names'],
    staleTime: 10 * MINUTE_MS,
    queryFn: async () => {
      const { members } = orThrow(await staffCall(getStaffNames, {}));
      return new Map(members.map(({ id, name }) => [id, name]));
    },
  });
  return data ?? UNKNOWN;
}
