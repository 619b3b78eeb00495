import type { CallRefusal, CallResult } from '#data/http/call.ts';

/** The credentials that a customer entered, in the names of the routes that accept them. */
export type Proof = { readonly current_password?: string; readonly code?: string };

export type WantedProof = {
  readonly kind: 'password' | 'code';
  /** Why the credentials that were entered before are not sufficient. */
  readonly refusal?: CallRefusal;
};

/** Returns which further credentials an answer requires, if any. */
export function wantedProof(result: CallResult<unknown>, given: Proof): WantedProof | undefined {
  if (result.kind !== 'refusal') return undefined;
  switch (result.code) {
    case 'password-required':
      return { kind: 'password' };
    case 'second-factor':
      return { kind: 'code' };
    case 'invalid-credentials':
      return given.current_password === undefined
        ? undefined
        : { kind: 'password', refusal: result };
    case 'code-invalid':
      return given.code === undefined ? undefined : { kind: 'code', refusal: result };
    default:
      return undefined;
  }
}
