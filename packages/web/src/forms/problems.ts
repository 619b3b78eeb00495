// Field errors as data; the texts are in the catalogue `forms`.
import {
  EMAIL_LENGTH_MAX,
  EMAIL_PATTERN,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
} from '@halyard/contract/accounts';

/** A field's title is also a key of the catalogue. */
export type FieldTitle =
  | 'name'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'url'
  | 'phone'
  | 'password'
  | 'newPassword'
  | 'code'
  | 'birthDate'
  | 'country'
  | 'state'
  | 'city'
  | 'street'
  | 'zipCode'
  | 'amount'
  | 'comments'
  | 'message';

export type Problem =
  | {
      readonly kind: 'required' | 'minimum' | 'maximum';
      readonly title: FieldTitle;
      readonly n?: number;
    }
  | {
      readonly kind: 'emailInvalid' | 'mailboxInvalid' | 'phoneRequired' | 'phoneInvalid' | 'agree';
    }
  | { readonly kind: 'passwordsDiffer' | 'fieldRequired' | 'depositMinimum' | 'amountInvalid' }
  | { readonly kind: 'periodReversed' }
  | { readonly kind: 'withdrawMaximum' | 'depositMaximum'; readonly amount: number };

export type Problems<Values> = { readonly [Name in keyof Values]?: Problem };

/** Rejects text that is empty after trimming. */
export function checkRequired(value: string, title: FieldTitle): Problem | undefined {
  return value.trim() === '' ? { kind: 'required', title } : undefined;
}

/** Rejects text that is empty or longer than `n` characters after trimming. */
export function checkLine(value: string, title: FieldTitle, n: number): Problem | undefined {
  const missing = checkRequired(value, title);
  if (missing !== undefined) return missing;
  return value.trim().length > n ? { kind: 'maximum', title, n } : undefined;
}

/** Rejects an empty, too long or invalid email address. */
export function checkEmail(value: string): Problem | undefined {
  const problem = checkLine(value, 'email', EMAIL_LENGTH_MAX);
  if (problem !== undefined) return problem;
  return EMAIL_PATTERN.test(value.trim()) ? undefined : { kind: 'emailInvalid' };
}

/**
 * Like `checkEmail`, with the capitalised error text that the requirements specify for page forms.
 */
export function checkMailbox(value: string): Problem | undefined {
  const problem = checkEmail(value);
  return problem?.kind === 'emailInvalid' ? { kind: 'mailboxInvalid' } : problem;
}

/** Rejects a secret that is empty or shorter than `n` characters; spaces count. */
export function checkMinimum(value: string, title: FieldTitle, n: number): Problem | undefined {
  if (value === '') return { kind: 'required', title };
  return value.length < n ? { kind: 'minimum', title, n } : undefined;
}

/** Rejects a new password that is too short or too long. */
export function checkNewPassword(
  value: string,
  title: 'password' | 'newPassword' = 'newPassword',
): Problem | undefined {
  const problem = checkMinimum(value, title, PASSWORD_LENGTH_MIN);
  if (problem !== undefined || value.length <= PASSWORD_LENGTH_MAX) return problem;
  return { kind: 'maximum', title, n: PASSWORD_LENGTH_MAX };
}

/** Rejects a repeated password that differs. */
export function checkRepeated(value: string, first: string): Problem | undefined {
  return value === first ? undefined : { kind: 'passwordsDiffer' };
}

/** Collects the errors, for the fields that have one. */
export function collectProblems<Values>(checked: {
  readonly [Name in keyof Values]: Problem | undefined;
}): Problems<Values> {
  const found = Object.entries(checked).filter(([, problem]) => problem !== undefined);
  return Object.fromEntries(found) as Problems<Values>;
}
