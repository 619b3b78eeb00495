import { checkNewPassword, collectFaults, type Faults } from '#forms/faults.ts';
import { checkPerson, EMPTY_PERSON, type Person } from '#forms/person.ts';

export type SignUpValues = Person & {
  readonly password: string;
  readonly agree: boolean;
};

export const EMPTY_SIGN_UP: SignUpValues = {
  ...EMPTY_PERSON,
  password: '',
  agree: false,
};

/** What keeps the form from being sent; `homeCountry` is where numbers without a code belong. */
export function checkSignUp(
  values: SignUpValues,
  homeCountry: string | undefined,
): Faults<SignUpValues> {
  return collectFaults<SignUpValues>({
    ...checkPerson(values, homeCountry),
    password: checkNewPassword(values.password, 'password'),
    agree: values.agree ? undefined : { kind: 'agree' },
  });
}
