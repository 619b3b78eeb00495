// Signing in with a passkey, from its challenge to the session.
import type { Session } from '@halyard/contract/accounts';
import { loginSecond } from '@halyard/contract/identity/credentials';
import type { PasskeyAssertion } from '@halyard/contract/identity/passkey-assertion';
import { challengePasskey, loginPasskey } from '@halyard/contract/identity/passkeys';
import { signWithPasskey } from '#data/auth/sign-with-passkey.ts';
import { call } from '#data/http/api.ts';
import type { CallResult } from '#data/http/call.ts';

/** Signs in; undefined as data when the customer cancelled. */
export async function enterByPasskey(challenge?: string): Promise<CallResult<Session | undefined>> {
  const asked = await askPasskey();
  if (asked.kind !== 'data' || asked.data === undefined) return asked as CallResult<undefined>;
  return send(asked.data, challenge);
}

/**
 * Requests a challenge and asks the customer for a passkey that answers it; undefined as data when
 * they cancelled or have none.
 */
async function askPasskey(): Promise<CallResult<PasskeyAssertion | undefined>> {
  const begun = await call(challengePasskey, { body: {} });
  if (begun.kind !== 'data') return begun;
  return { kind: 'data', data: await signWithPasskey(begun.data.options) };
}

function send(passkey: PasskeyAssertion, challenge?: string): Promise<CallResult<Session>> {
  return challenge === undefined
    ? call(loginPasskey, { body: { response: passkey } })
    : call(loginSecond, { body: { challenge, passkey } });
}
