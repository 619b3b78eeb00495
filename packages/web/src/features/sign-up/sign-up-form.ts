import { checkNewPassword, collectProblems, type Problems } from '#forms/problems.ts';
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

/**
 * Returns the errors that prevent the sign-up; `homeCountry` is the country of numbers without a
 * code.
 */
export function checkSignUp(
  values: SignUpValues,
  homeCountry: string | undefined,
): Problems<SignUpValues> {
  return collectProblems<SignUpValues>({
    ...checkPerson(values, homeCountry),
    password: checkNewPassword(values.password, 'password'),
    agree: values.agree ? undefined : { kind: 'agree' },
  });
}
