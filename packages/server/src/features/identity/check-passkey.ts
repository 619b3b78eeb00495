import type { PasskeyAssertion } from '@halyard/contract/identity/passkey-assertion';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import { readChallenge } from './passkey-challenge.ts';
import { findPasskey, markPasskeyUsed } from './passkey-store.ts';
import type { StoredPasskey } from './passkey-store.ts';
import { spendChallenge } from './one-time-code-store.ts';

export type CheckPasskeyDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Returns the site's URL: passkeys belong to its host and sign its origin. */
  readonly findSiteUrl: () => string;
};

/** Returns whose passkey signed one of our challenges; undefined otherwise. */
export async function checkPasskey(
  deps: CheckPasskeyDeps,
  response: PasskeyAssertion,
): Promise<StoredPasskey | undefined> {
  const { kysely } = deps.db;
  const atMs = deps.clock.nowMs();
  const challenge = readChallenge(response.response.clientDataJSON);
  if (challenge === undefined) return undefined;
  const presented = { purpose: 'passkey', code: challenge.code, atMs } as const;
  if (!(await spendChallenge(kysely, presented))) return undefined;
  const passkey = await findPasskey(kysely, response.id);
  if (passkey === undefined) return undefined;
  const counter = await verify(deps, { response, passkey, challenge: challenge.text });
  if (counter === undefined) return undefined;
  return (await markPasskeyUsed(kysely, passkey.id, { counter, atMs })) ? passkey : undefined;
}

/**
 * Verifies an assertion. Returns the new signature count; undefined if the signature, site or count
 * is wrong.
 */
async function verify(
  deps: CheckPasskeyDeps,
  {
    response,
    passkey,
    challenge,
  }: { response: PasskeyAssertion; passkey: StoredPasskey; challenge: string },
): Promise<number | undefined> {
  const { origin, hostname } = new URL(deps.findSiteUrl());
  try {
    const verified = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: hostname,
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
    deps.log.warn({ err: error, customerId: passkey.customerId }, 'a passkey was refused');
    return undefined;
  }
}
