import type { PasskeyAssertion } from '@halyard/contract/identity/passkey-assertion';
import {
  createToken,
  hashToken,
  PASSKEY_CHALLENGE_LIFE_MS,
  readChallenge,
  requestOptions,
  usePasskey,
} from '#features/identity/identity.ts';
import type { PasskeyOptions, StoredPasskey } from '#features/identity/identity.ts';
import { insertChallenge, takeChallenge } from './challenge-store.ts';
import type { PasskeyDeps } from './passkey-deps.ts';

/** Returns the browser's options for using any passkey of the back office. */
export async function challengePasskey(
  deps: PasskeyDeps,
): Promise<{ readonly options: PasskeyOptions }> {
  return { options: await requestOptions(deps, await createChallenge(deps, null)) };
}

/** Creates a challenge, which lives for five minutes. */
export async function createChallenge(
  { db, clock }: PasskeyDeps,
  staffId: number | null,
): Promise<string> {
  const challenge = createToken();
  const nowMs = clock.nowMs();
  await insertChallenge(db.kysely, {
    hash: hashToken(challenge),
    staffId,
    now: new Date(nowMs),
    expiresAt: new Date(nowMs + PASSKEY_CHALLENGE_LIFE_MS),
  });
  return challenge;
}

/**
 * Uses up the challenge that a passkey signed. Returns it as the signed data contains it; undefined
 * if it is not an open challenge of this member.
 */
export async function spendChallenge(
  { db, clock }: PasskeyDeps,
  clientDataJson: string,
  staffId: number | null,
): Promise<string | undefined> {
  const challenge = readChallenge(clientDataJson);
  if (challenge === undefined) return undefined;
  const presented = { hash: hashToken(challenge.code), staffId, now: new Date(clock.nowMs()) };
  return (await takeChallenge(db.kysely, presented)) ? challenge.text : undefined;
}

/** Returns the passkey that signed one of our challenges; undefined otherwise. */
export async function checkStaffPasskey(
  deps: PasskeyDeps,
  response: PasskeyAssertion,
): Promise<StoredPasskey | undefined> {
  const challenge = await spendChallenge(deps, response.response.clientDataJSON, null);
  if (challenge === undefined) return undefined;
  return await usePasskey(deps, { kind: 'staff', response, challenge });
}
