// A software authenticator with its browser: it creates and uses passkeys according to WebAuthn
// level 3 (CBOR, COSE, ES256), and returns false data on request.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { encodeCBOR, type CBORType } from '@levischuck/tiny-cbor';

const FLAG_USER_PRESENT = 0x01;
const FLAG_USER_VERIFIED = 0x04;
const FLAG_ATTESTED = 0x40;
const COUNTER_BYTES = 4;

type Options = Readonly<Record<string, unknown>>;

export type PasskeyAuthenticator = {
  /** Simulates navigator.credentials.create(); returns the response as JSON. */
  create(options: Options, lies?: PasskeyLies): PasskeyResponse;
  /** Simulates navigator.credentials.get(); returns the response as JSON. */
  get(options: Options, lies?: PasskeyLies): PasskeyResponse;
};

export type PasskeyResponse = {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: Readonly<Record<string, string>>;
};

export type PasskeyLies = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  /** False: the authenticator detected a user but did not verify who it was. */
  readonly isUserVerified?: boolean;
  /** Signs with another key than the registered one. */
  readonly isForged?: boolean;
  /** The signature counter to report; a low one simulates a cloned authenticator. */
  readonly counter?: number;
};

/** Creates an authenticator that holds one passkey for the site at this origin. */
export function createPasskeyAuthenticator(origin: string): PasskeyAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let counter = 0;

  function authenticatorData(lies: PasskeyLies, attested?: Buffer): Buffer {
    counter += 1;
    const isVerified = lies.isUserVerified ?? true;
    const flags =
      FLAG_USER_PRESENT |
      (isVerified ? FLAG_USER_VERIFIED : 0) |
      (attested === undefined ? 0 : FLAG_ATTESTED);
    const count = Buffer.alloc(COUNTER_BYTES);
    count.writeUInt32BE(lies.counter ?? counter);
    const rpId = lies.rpId ?? new URL(origin).hostname;
    const parts = [createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count];
    return Buffer.concat(attested === undefined ? parts : [...parts, attested]);
  }

  function clientData(type: string, options: Options, lies: PasskeyLies): Buffer {
    const challenge = lies.challenge ?? options['challenge'];
    return Buffer.from(JSON.stringify({ type, challenge, origin: lies.origin ?? origin }));
  }

  return {
    create: (options, lies = {}) => {
      const authData = authenticatorData(lies, attestedData(credentialId, publicKey));
      const attestation = new Map<string, CBORType>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, CBORType>()],
        ['authData', Uint8Array.from(authData)],
      ]);
      return toResponse(id, {
        clientDataJSON: clientData('webauthn.create', options, lies),
        attestationObject: Buffer.from(encodeCBOR(attestation)),
      });
    },
    get: (options, lies = {}) => {
      const authData = authenticatorData(lies);
      const data = clientData('webauthn.get', options, lies);
      const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()]);
      const key =
        lies.isForged === true
          ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
          : privateKey;
      return toResponse(id, {
        clientDataJSON: data,
        authenticatorData: authData,
        signature: sign('sha256', signed, key),
      });
    },
  };
}

/**
 * Returns the attested credential data: AAGUID (none), the id with its length, and the public key
 * in COSE (RFC 9053, 7.1).
 */
function attestedData(credentialId: Buffer, publicKey: KeyObject): Buffer {
  const jwk = publicKey.export({ format: 'jwk' });
  const coordinate = (text: string | undefined): Uint8Array =>
    Uint8Array.from(Buffer.from(text ?? '', 'base64url'));
  const cose = encodeCBOR(
    new Map<number, CBORType>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(jwk.x)],
      [-3, coordinate(jwk.y)],
    ]),
  );
  const length = Buffer.alloc(2);
  length.writeUInt16BE(credentialId.length);
  return Buffer.concat([Buffer.alloc(16), length, credentialId, cose]);
}

function toResponse(id: string, parts: Readonly<Record<string, Buffer>>): PasskeyResponse {
  const response = Object.fromEntries(
    Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64url')]),
  );
  return { id, rawId: id, type: 'public-key', response };
}
