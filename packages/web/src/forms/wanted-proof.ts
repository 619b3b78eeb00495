import type { CallRefusal, CallResult } from '#data/http/call.ts';

/** What a customer gave to prove who they are, in the names of the routes that take it. */
export type Proof = { readonly current_password?: string; readonly code?: string };

export type WantedProof = {
  readonly kind: 'password' | 'code';
  /** Why what was given before did not do. */
  readonly refusal?: CallRefusal;
};

/** What an answer asks for beyond what was given, if it asks for anything. */
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
