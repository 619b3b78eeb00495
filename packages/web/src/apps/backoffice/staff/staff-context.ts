import type { StaffMember } from '@halyard/contract/backoffice/sign-in';
import { createContext, use } from 'react';

export const StaffContext = createContext<StaffMember | undefined>(undefined);

/** The signed-in member of staff; only below the gate. */
export function useStaff(): StaffMember {
  const member = use(StaffContext);
  if (member === undefined) throw new Error('Nobody is signed in.');
  return member;
}
