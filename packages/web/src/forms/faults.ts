// What can be wrong with a field, as data; the words are in the catalogue `forms`.
import {
  EMAIL_LENGTH_MAX,
  EMAIL_PATTERN,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
} from '@halyard/contract/accounts';

/** A field's title is a key of the catalogue too. */
export type FieldTitle =
  | 'name'
  | 'firstName'
  | 'lastName'
  | 'email'
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

/** Refuses what is empty once it is trimmed. */
export function checkRequired(value: string, title: FieldTitle): Fault | undefined {
  return value.trim() === '' ? { kind: 'required', title } : undefined;
}

/** Refuses what is empty or longer than `n` characters once it is trimmed. */
export function checkLine(value: string, title: FieldTitle, n: number): Fault | undefined {
  const missing = checkRequired(value, title);
  if (missing !== undefined) return missing;
  return value.trim().length > n ? { kind: 'maximum', title, n } : undefined;
}

/** Refuses what is empty, too long, or no email address. */
export function checkEmail(value: string): Fault | undefined {
  const fault = checkLine(value, 'email', EMAIL_LENGTH_MAX);
  if (fault !== undefined) return fault;
  return EMAIL_PATTERN.test(value.trim()) ? undefined : { kind: 'emailInvalid' };
}

/** The same where the requirements write the fault with a capital letter: in forms of pages. */
export function checkMailbox(value: string): Fault | undefined {
  const fault = checkEmail(value);
  return fault?.kind === 'emailInvalid' ? { kind: 'mailboxInvalid' } : fault;
}

/** Refuses a secret that is empty or shorter than `n` characters; spaces count. */
export function checkMinimum(value: string, title: FieldTitle, n: number): Fault | undefined {
  if (value === '') return { kind: 'required', title };
  return value.length < n ? { kind: 'minimum', title, n } : undefined;
}

/** Refuses a new password that is too short or too long. */
export function checkNewPassword(
  value: string,
  title: 'password' | 'newPassword' = 'newPassword',
): Fault | undefined {
  const fault = checkMinimum(value, title, PASSWORD_LENGTH_MIN);
  if (fault !== undefined || value.length <= PASSWORD_LENGTH_MAX) return fault;
  return { kind: 'maximum', title, n: PASSWORD_LENGTH_MAX };
}

/** Refuses a repetition that is not the same. */
export function checkRepeated(value: string, first: string): Fault | undefined {
  return value === first ? undefined : { kind: 'passwordsDiffer' };
}

/** Only the fields that are at fault. */
export function collectFaults<Values>(checked: {
  readonly [Name in keyof Values]: Fault | undefined;
}): Faults<Values> {
  const found = Object.entries(checked).filter(([, fault]) => fault !== undefined);
  return Object.fromEntries(found) as Faults<Values>;
}
