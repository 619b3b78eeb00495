import { PasskeyAssertion } from '@halyard/contract/identity/passkey-assertion';

/**
 * Asks the person for a passkey that signs the challenge of these options; undefined when they
 * cancelled or have none.
 */
export async function signWithPasskey(
  options: Readonly<Record<string, unknown>>,
): Promise<PasskeyAssertion | undefined> {
  // The cast is safe: the server's library created the options in the form that the browser's
  // function reads.
  const request = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(request);
  try {
    const credential = await navigator.credentials.get({ publicKey });
    if (!(credential instanceof PublicKeyCredential)) return undefined;
    return PasskeyAssertion.safeParse(credential.toJSON()).data;
  } catch {
    // The person cancelled, it timed out, or there is no passkey; the browser has informed them.
    return undefined;
  }
}
