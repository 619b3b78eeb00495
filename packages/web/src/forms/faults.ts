// What can be wrong with a field, as data; the words are in the catalogue `forms`.
import { EMAIL_PATTERN } from '@halyard/contract/accounts';

/** A field's title is a key of the catalogue too. */
export type FieldTitle = 'firstName' | 'lastName' | 'email' | 'phone' | 'password';

export type Fault =
  | { readonly kind: 'required' | 'minimum'; readonly title: FieldTitle; readonly n?: number }
  | { readonly kind: 'emailInvalid' | 'phoneRequired' | 'phoneInvalid' | 'agree' };

export type Faults<Values> = { readonly [Name in keyof Values]?: Fault };

/** Refuses what is empty once it is trimmed. */
export function checkRequired(value: string, title: FieldTitle): Fault | undefined {
  return value.trim() === '' ? { kind: 'required', title } : undefined;
}

/** Refuses what is empty and what is no email address. */
export function checkEmail(value: string): Fault | undefined {
  const missing = checkRequired(value, 'email');
  if (missing !== undefined) return missing;
  return EMAIL_PATTERN.test(value.trim()) ? undefined : { kind: 'emailInvalid' };
}

/** Refuses a secret that is empty or shorter than `n` characters; spaces count. */
export function checkMinimum(value: string, title: FieldTitle, n: number): Fault | undefined {
  if (value === '') return { kind: 'required', title };
  return value.length < n ? { kind: 'minimum', title, n } : undefined;
}

/** Only the fields that are at fault. */
export function collectFaults<Values>(checked: {
  readonly [Name in keyof Values]: Fault | undefined;
}): Faults<Values> {
  const found = Object.entries(checked).filter(([, fault]) => fault !== undefined);
  return Object.fromEntries(found) as Faults<Values>;
}
