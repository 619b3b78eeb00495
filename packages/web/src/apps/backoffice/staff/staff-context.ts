import type { StaffMember } from '@halyard/contract/backoffice/sign-in';
import { createContext, use } from 'react';

export const StaffContext = createContext<StaffMember | undefined>(undefined);

/** Who is signed in, below the gate that asks for it. */
export function useStaff(): StaffMember {
  const member = use(StaffContext);
  if (member === undefined) throw new Error('Nobody is signed in.');
  return member;
}
