// Signing in with a passkey, from its challenge to the session.
import type { Session } from '@halyard/contract/accounts';
import { loginSecond } from '@halyard/contract/identity/credentials';
import { PasskeyAssertion } from '@halyard/contract/identity/passkey-assertion';
import { challengePasskey, loginPasskey } from '@halyard/contract/identity/passkeys';
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
  // The cast is safe: the server's library created the options in the form that the browser's
  // function reads.
  const options = begun.data.options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  try {
    const credential = await navigator.credentials.get({ publicKey });
    return { kind: 'data', data: toAssertion(credential) };
  } catch {
    // The customer cancelled, it timed out, or there is no passkey; the browser has informed the
    // customer.
    return { kind: 'data', data: undefined };
  }
}

function toAssertion(credential: Credential | null): PasskeyAssertion | undefined {
  if (!(credential instanceof PublicKeyCredential)) return undefined;
  return PasskeyAssertion.safeParse(credential.toJSON()).data;
}

function send(passkey: PasskeyAssertion, challenge?: string): Promise<CallResult<Session>> {
  return challenge === undefined
    ? call(loginPasskey, { body: { response: passkey } })
    : call(loginSecond, { body: { challenge, passkey } });
}
