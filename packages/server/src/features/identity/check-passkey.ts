import type { PasskeyAssertion } from '@halyard/contract/identity/passkey-assertion';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { verifyUse } from './passkey-ceremony.ts';
import type { PasskeySite } from './passkey-ceremony.ts';
import { readChallenge } from './passkey-challenge.ts';
import { findPasskey, markPasskeyUsed } from './passkey-store.ts';
import type { StoredPasskey } from './passkey-store.ts';
import { spendChallenge } from './one-time-code-store.ts';

export type CheckPasskeyDeps = PasskeySite & {
  readonly db: Database;
  readonly clock: Clock;
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
  const owner = { customerId: passkey.customerId };
  const used = { response, passkey, challenge: challenge.text, owner };
  const counter = await verifyUse(deps, used);
  if (counter === undefined) return undefined;
  return (await markPasskeyUsed(kysely, passkey, { counter, atMs })) ? passkey : undefined;
}
