import type { PasskeyAssertion } from '@halyard/contract/identity/passkey-assertion';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { verifyUse } from './passkey-ceremony.ts';
import type { PasskeySite } from './passkey-ceremony.ts';
import { readChallenge } from './passkey-challenge.ts';
import { findPasskey, markPasskeyUsed } from './passkey-store.ts';
import type { PasskeyOwner, StoredPasskey } from './passkey-store.ts';
import { spendChallenge } from './one-time-code-store.ts';

export type CheckPasskeyDeps = PasskeySite & {
  readonly db: Database;
  readonly clock: Clock;
};

type Signed = {
  readonly kind: PasskeyOwner['kind'];
  readonly response: PasskeyAssertion;
  /** The challenge in its signed form. */
  readonly challenge: string;
};

/** Returns the customer's passkey that signed one of our challenges; undefined otherwise. */
export async function checkPasskey(
  deps: CheckPasskeyDeps,
  response: PasskeyAssertion,
): Promise<StoredPasskey | undefined> {
  const challenge = readChallenge(response.response.clientDataJSON);
  if (challenge === undefined) return undefined;
  const atMs = deps.clock.nowMs();
  const presented = { purpose: 'passkey', code: challenge.code, atMs } as const;
  if (!(await spendChallenge(deps.db.kysely, presented))) return undefined;
  return await usePasskey(deps, { kind: 'customer', response, challenge: challenge.text });
}

/** Returns the passkey that signed the challenge, and records the use; undefined if none has. */
export async function usePasskey(
  deps: CheckPasskeyDeps,
  { kind, response, challenge }: Signed,
): Promise<StoredPasskey | undefined> {
  const { kysely } = deps.db;
  const passkey = await findPasskey(kysely, kind, response.id);
  if (passkey === undefined) return undefined;
  const counter = await verifyUse(deps, { response, passkey, challenge });
  if (counter === undefined) return undefined;
  const use = { counter, atMs: deps.clock.nowMs() };
  return (await markPasskeyUsed(kysely, passkey, use)) ? passkey : undefined;
}
