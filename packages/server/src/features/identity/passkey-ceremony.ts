// The ceremonies of WebAuthn that create and use a passkey, for customers and staff alike.
import type { PasskeyAssertion } from '@halyard/contract/identity/passkey-assertion';
import type { PasskeyAttestation } from '@halyard/contract/identity/passkeys';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Log } from '#platform/log/log.ts';
import { PASSKEY_CHALLENGE_LIFE_MS } from './passkey-challenge.ts';
import type { StoredPasskey } from './passkey-store.ts';

/** The maximum number of passkeys of one person. */
export const PASSKEYS_MAX = 10;
/**
 * The signature algorithms by COSE number (RFC 9053): EdDSA, ES256 and RS256. Every authenticator
 * supports one of them.
 */
const ALGORITHMS = [-8, -7, -257];

export type PasskeySite = {
  readonly log: Log;
  /** Returns the site's URL: passkeys belong to its host and sign its origin. */
  readonly findSiteUrl: () => string;
};

/** The browser's options, in their JSON form. */
export type PasskeyOptions = Record<string, unknown>;

type Owner = {
  readonly operatorName: string;
  /** How the browser lists the passkey. */
  readonly userName: string;
  /** The id of the owner at this site; a device has one passkey for each. */
  readonly userHandle: string;
  readonly challenge: string;
  /** The credentials of the owner's other passkeys. */
  readonly knownIds: readonly string[];
};

/** Returns the browser's options for creating a passkey. */
export async function creationOptions(site: PasskeySite, owner: Owner): Promise<PasskeyOptions> {
  const options = await generateRegistrationOptions({
    rpName: owner.operatorName,
    rpID: hostOf(site),
    userName: owner.userName,
    userID: Uint8Array.from(Buffer.from(owner.userHandle)),
    challenge: owner.challenge,
    excludeCredentials: owner.knownIds.map((id) => ({ id })),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: PASSKEY_CHALLENGE_LIFE_MS,
  });
  return { ...options };
}

/** Returns the browser's options for using any passkey of this site. */
export async function requestOptions(
  site: PasskeySite,
  challenge: string,
): Promise<PasskeyOptions> {
  const options = await generateAuthenticationOptions({
    rpID: hostOf(site),
    challenge,
    userVerification: 'required',
    timeout: PASSKEY_CHALLENGE_LIFE_MS,
  });
  return { ...options };
}

/** Verifies the answer to `creationOptions`. Returns the credential; undefined if it is invalid. */
export async function verifyCreation(
  site: PasskeySite,
  response: PasskeyAttestation,
  challenge: string,
) {
  try {
    const verified = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: originOf(site),
      expectedRPID: hostOf(site),
      supportedAlgorithmIDs: ALGORITHMS,
      requireUserVerification: true,
    });
    return verified.verified ? verified.registrationInfo.credential : undefined;
  } catch (error) {
    // The library throws for any invalid input, so an error is a rejection.
    site.log.warn({ err: error }, 'a new passkey was refused');
    return undefined;
  }
}

export type UsedPasskey = {
  readonly response: PasskeyAssertion;
  readonly challenge: string;
  readonly passkey: StoredPasskey;
};

/**
 * Verifies the answer to `requestOptions`. Returns the new signature count; undefined if the
 * signature, site or count is wrong.
 */
export async function verifyUse(
  site: PasskeySite,
  { response, challenge, passkey }: UsedPasskey,
): Promise<number | undefined> {
  try {
    const verified = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: originOf(site),
      expectedRPID: hostOf(site),
      credential: {
        id: passkey.credentialId,
        publicKey: Uint8Array.from(passkey.publicKey),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    });
    return verified.verified ? verified.authenticationInfo.newCounter : undefined;
  } catch (error) {
    // The library throws for any invalid input, so an error is a rejection.
    const { kind, id } = passkey.owner;
    const owner = kind === 'customer' ? { customerId: id } : { staffId: id };
    site.log.warn({ err: error, ...owner }, 'a passkey was refused');
    return undefined;
  }
}

export function tooManyPasskeys() {
  return { code: 'too-many-passkeys', facts: { maximum: PASSKEYS_MAX } } as const;
}

function hostOf(site: PasskeySite): string {
  return new URL(site.findSiteUrl()).hostname;
}

function originOf(site: PasskeySite): string {
  return new URL(site.findSiteUrl()).origin;
}
