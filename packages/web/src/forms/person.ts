// Who somebody is and how to reach them, as forms ask for it.
import { checkEmail, checkRequired, type Fault } from './faults.ts';
import { checkPhone } from './phone.ts';

export const EMPTY_PERSON = { first_name: '', last_name: '', email: '', phone: '' };
export type Person = Readonly<typeof EMPTY_PERSON>;

/** All four are wanted; `homeCountry` is where phone numbers without a code belong. */
export function checkPerson(
  values: Person,
  homeCountry: string | undefined,
): { readonly [Name in keyof Person]: Fault | undefined } {
  return {
    first_name: checkRequired(values.first_name, 'firstName'),
    last_name: checkRequired(values.last_name, 'lastName'),
    email: checkEmail(values.email),
    phone: checkPhone(values.phone, homeCountry),
  };
}
