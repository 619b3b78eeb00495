// Signing in with a passkey, from its challenge to the session.
import type { Session } from '@halyard/contract/accounts';
import { loginSecond } from '@halyard/contract/identity/credentials';
import { PasskeyAssertion } from '@halyard/contract/identity/passkey-assertion';
import { challengePasskey, loginPasskey } from '@halyard/contract/identity/passkeys';
import { call } from '#data/http/api.ts';
import type { CallResult } from '#data/http/call.ts';

/** The session; undefined as data when the customer turned away. */
export async function enterByPasskey(challenge?: string): Promise<CallResult<Session | undefined>> {
  const asked = await askPasskey();
  if (asked.kind !== 'data' || asked.data === undefined) return asked as CallResult<undefined>;
  return send(asked.data, challenge);
}

/**
 * Asks for a challenge, and the customer for a passkey of this site that answers it; undefined as
 * data when they turned away or have none.
 */
async function askPasskey(): Promise<CallResult<PasskeyAssertion | undefined>> {
  const begun = await call(challengePasskey, { body: {} });
  if (begun.kind !== 'data') return begun;
  // The server's own library made them in the form that the browser's function reads.
  const options = begun.data.options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  try {
    const credential = await navigator.credentials.get({ publicKey });
    return { kind: 'data', data: toAssertion(credential) };
  } catch {
    // Turned away, timed out or none there: the browser has told the customer.
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
