import { checkEmail, checkMinimum, collectProblems, type Problems } from '#forms/problems.ts';

export type SignInValues = { readonly email: string; readonly password: string };

export const EMPTY_SIGN_IN: SignInValues = { email: '', password: '' };

/**
 * Returns the errors that prevent signing in. Passwords of any length are accepted, because older
 * customers may have shorter ones.
 */
export function checkSignIn(values: SignInValues): Problems<SignInValues> {
  return collectProblems<SignInValues>({
    email: checkEmail(values.email),
    password: checkMinimum(values.password, 'password', 1),
  });
}
