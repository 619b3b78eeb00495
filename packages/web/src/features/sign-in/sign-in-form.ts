import { checkEmail, checkMinimum, collectFaults, type Faults } from '#forms/faults.ts';

export type SignInValues = { readonly email: string; readonly password: string };

export const EMPTY_SIGN_IN: SignInValues = { email: '', password: '' };

/** What keeps the form from being sent. A password of any length may be an older customer's. */
export function checkSignIn(values: SignInValues): Faults<SignInValues> {
  return collectFaults<SignInValues>({
    email: checkEmail(values.email),
    password: checkMinimum(values.password, 'password', 1),
  });
}
