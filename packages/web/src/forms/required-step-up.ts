import type { CallRejection, CallResult } from '#data/http/call.ts';

/** The credentials that a customer entered, in the names of the routes that accept them. */
export type StepUpCredentials = { readonly current_password?: string; readonly code?: string };

export type RequiredStepUp = {
  readonly kind: 'password' | 'code';
  /** Why the credentials that were entered before are not sufficient. */
  readonly rejection?: CallRejection;
};

/** Returns which further credentials an answer requires, if any. */
export function findRequiredStepUp(
  result: CallResult<unknown>,
  given: StepUpCredentials,
): RequiredStepUp | undefined {
  if (result.kind !== 'refusal') return undefined;
  switch (result.code) {
    case 'password-required':
      return { kind: 'password' };
    case 'second-factor':
      return { kind: 'code' };
    case 'invalid-credentials':
      return given.current_password === undefined
        ? undefined
        : { kind: 'password', rejection: result };
    case 'code-invalid':
      return given.code === undefined ? undefined : { kind: 'code', rejection: result };
    default:
      return undefined;
  }
}
