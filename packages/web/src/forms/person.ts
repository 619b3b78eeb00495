// A person's name and contact data, as forms ask for it.
import { NAME_LENGTH_MAX } from '@halyard/contract/accounts';
import { checkEmail, checkLine, type Problem } from './problems.ts';
import { checkPhone } from './phone.ts';

export const EMPTY_PERSON = { first_name: '', last_name: '', email: '', phone: '' };
export type Person = Readonly<typeof EMPTY_PERSON>;

/**
 * Checks all four fields, which are required; `homeCountry` is the country of phone numbers without
 * a code.
 */
export function checkPerson(
  values: Person,
  homeCountry: string | undefined,
): { readonly [Name in keyof Person]: Problem | undefined } {
  return {
    first_name: checkLine(values.first_name, 'firstName', NAME_LENGTH_MAX),
    last_name: checkLine(values.last_name, 'lastName', NAME_LENGTH_MAX),
    email: checkEmail(values.email),
    phone: checkPhone(values.phone, homeCountry),
  };
}
