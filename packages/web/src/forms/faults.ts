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

export type Fault =
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

export type Faults<Values> = { readonly [Name in keyof Values]?: Fault };

/** Rejects text that is empty after trimming. */
export function checkRequired(value: string, title: FieldTitle): Fault | undefined {
  return value.trim() === '' ? { kind: 'required', title } : undefined;
}

/** Rejects text that is empty or longer than `n` characters after trimming. */
export function checkLine(value: string, title: FieldTitle, n: number): Fault | undefined {
  const missing = checkRequired(value, title);
  if (missing !== undefined) return missing;
  return value.trim().length > n ? { kind: 'maximum', title, n } : undefined;
}

/** Rejects an empty, too long or invalid email address. */
export function checkEmail(value: string): Fault | undefined {
  const fault = checkLine(value, 'email', EMAIL_LENGTH_MAX);
  if (fault !== undefined) return fault;
  return EMAIL_PATTERN.test(value.trim()) ? undefined : { kind: 'emailInvalid' };
}

/**
 * Like `checkEmail`, with the capitalised error text that the requirements specify for page forms.
 */
export function checkMailbox(value: string): Fault | undefined {
  const fault = checkEmail(value);
  return fault?.kind === 'emailInvalid' ? { kind: 'mailboxInvalid' } : fault;
}

/** Rejects a secret that is empty or shorter than `n` characters; spaces count. */
export function checkMinimum(value: string, title: FieldTitle, n: number): Fault | undefined {
  if (value === '') return { kind: 'required', title };
  return value.length < n ? { kind: 'minimum', title, n } : undefined;
}

/** Rejects a new password that is too short or too long. */
export function checkNewPassword(
  value: string,
  title: 'password' | 'newPassword' = 'newPassword',
): Fault | undefined {
  const fault = checkMinimum(value, title, PASSWORD_LENGTH_MIN);
  if (fault !== undefined || value.length <= PASSWORD_LENGTH_MAX) return fault;
  return { kind: 'maximum', title, n: PASSWORD_LENGTH_MAX };
}

/** Rejects a repeated password that differs. */
export function checkRepeated(value: string, first: string): Fault | undefined {
  return value === first ? undefined : { kind: 'passwordsDiffer' };
}

/** Collects the errors, for the fields that have one. */
export function collectFaults<Values>(checked: {
  readonly [Name in keyof Values]: Fault | undefined;
}): Faults<Values> {
  const found = Object.entries(checked).filter(([, fault]) => fault !== undefined);
  return Object.fromEntries(found) as Faults<Values>;
}
