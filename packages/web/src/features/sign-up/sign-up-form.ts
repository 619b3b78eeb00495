import { PASSWORD_LENGTH_MIN } from '@halyard/contract/accounts';
import {
  checkEmail,
  checkMinimum,
  checkRequired,
  collectFaults,
  type Faults,
} from '#forms/faults.ts';
import { checkPhone } from '#forms/phone.ts';

export type SignUpValues = {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string;
  readonly password: string;
  readonly agree: boolean;
};

export const EMPTY_SIGN_UP: SignUpValues = {
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  password: '',
  agree: false,
};

/** What keeps the form from being sent; `homeCountry` is where numbers without a code belong. */
export function checkSignUp(
  values: SignUpValues,
  homeCountry: string | undefined,
): Faults<SignUpValues> {
  return collectFaults<SignUpValues>({
    first_name: checkRequired(values.first_name, 'firstName'),
    last_name: checkRequired(values.last_name, 'lastName'),
    email: checkEmail(values.email),
    phone: checkPhone(values.phone, homeCountry),
    password: checkMinimum(values.password, 'password', PASSWORD_LENGTH_MIN),
    agree: values.agree ? undefined : { kind: 'agree' },
  });
}
