// The browser's passkeys (WebAuthn), in the JSON forms of the wire.
import { PasskeyAssertion } from '@halyard/contract/passkey-assertion';
import { challengePasskey, type addPasskey } from '@halyard/contract/passkeys';
import type { SentBodyOf } from '@halyard/contract/route';
import { call } from './api.ts';
import type { CallResult } from './call.ts';

/** Whether this browser can use passkeys, and speaks of them in JSON. */
export function canUsePasskeys(): boolean {
  return (
    'PublicKeyCredential' in window &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential
  );
}

/**
 * Asks for a challenge, and the customer for a passkey of this site that answers it; undefined as
 * data when they turned away or have none.
 */
export async function askPasskey(): Promise<CallResult<PasskeyAssertion | undefined>> {
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

/** Makes a passkey on the customer's device; undefined when they turned away. */
export async function createPasskey(
  options: Readonly<Record<string, unknown>>,
): Promise<SentBodyOf<typeof addPasskey>['response'] | undefined> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  try {
    const credential = await navigator.credentials.create({ publicKey });
    if (!(credential instanceof PublicKeyCredential)) return undefined;
    const made = credential.toJSON() as PasskeyJson;
    const { clientDataJSON, attestationObject } = made.response;
    return {
      id: made.id,
      rawId: made.rawId,
      type: 'public-key',
      response: { clientDataJSON, attestationObject },
    };
  } catch {
    // Turned away, timed out, or there is one already: the browser has told the customer.
    return undefined;
  }
}

/** As the browser writes a new passkey. */
type PasskeyJson = {
  readonly id: string;
  readonly rawId: string;
  readonly response: { readonly clientDataJSON: string; readonly attestationObject: string };
};
