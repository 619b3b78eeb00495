// The browser's passkeys (WebAuthn), in the JSON forms of the wire.
import type { addPasskey } from '@halyard/contract/identity/passkeys';
import type { SentBodyOf } from '@halyard/contract/route';

/** Returns whether this browser supports passkeys and their JSON forms. */
export function canUsePasskeys(): boolean {
  return (
    'PublicKeyCredential' in window &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential
  );
}

/** Creates a passkey on the person's device; undefined if cancelled. */
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
    // An error means that the dialog was cancelled, timed out, or the passkey exists already; the
    // browser has informed the person.
    return undefined;
  }
}

/** A new passkey in the browser's JSON form. */
type PasskeyJson = {
  readonly id: string;
  readonly rawId: string;
  readonly response: { readonly clientDataJSON: string; readonly attestationObject: string };
};
