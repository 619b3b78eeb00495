import type { StaffSelf } from '@halyard/contract/backoffice/sign-in';
import { createContext, use } from 'react';

export const StaffContext = createContext<StaffSelf | undefined>(undefined);

/** The signed-in member of staff; only below the gate. */
export function useStaff(): StaffSelf {
  const member = use(StaffContext);
  if (member === undefined) throw new Error('Nobody is signed in.');
  return member;
}
