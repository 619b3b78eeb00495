// Adding and removing passkeys.
import type { addPasskey as addRoute } from '@halyard/contract/identity/passkeys';
import type { BodyOf } from '@halyard/contract/route';
import { assertPresent } from '@halyard/core/assertion';
import type { Kysely } from 'kysely';
import { recordAudit } from '#platform/audit/audit.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { checkCredentialChange } from './check-authentication-level.ts';
import type { Claim } from './check-authentication-level.ts';
import type {
  CheckPasskeyDeps,
  CheckSecondFactorDeps,
  Sessions,
  Subject,
} from '#features/identity/identity.ts';
import { findCustomer } from '../customer-store.ts';
import { holdCredentials } from './hold-credentials.ts';
import {
  PASSKEY_CHALLENGE_LIFE_MS,
  PASSKEYS_MAX,
  creationOptions,
  deletePasskey,
  insertPasskey,
  issueCode,
  listPasskeysOf,
  readChallenge,
  requestOptions,
  spendCode,
  tooManyPasskeys,
  verifyCreation,
} from '#features/identity/identity.ts';

export type PasskeysDeps = CheckSecondFactorDeps &
  CheckPasskeyDeps & {
    readonly sessions: Sessions;
    readonly settings: { readonly operatorName: string };
  };
type Options = { readonly options: Record<string, unknown> };

/** Returns the browser's options for using any passkey of this site. */
export async function challengePasskey(deps: PasskeysDeps): Promise<Answer<Options>> {
  const challenge = await issueCode(deps.db.kysely, {
    purpose: 'passkey',
    customerId: null,
    atMs: deps.clock.nowMs(),
    lifeMs: PASSKEY_CHALLENGE_LIFE_MS,
    uses: 1,
  });
  return ok({ options: await requestOptions(deps, challenge) });
}

export async function beginPasskey(deps: PasskeysDeps, claim: Claim): Promise<Answer<Options>> {
  const { customerId } = claim;
  const rejection = await checkCredentialChange(deps, claim);
  if (rejection !== undefined) return refused(rejection);
  const known = await listPasskeysOf(deps.db.kysely, { kind: 'customer', id: customerId });
  if (known.length >= PASSKEYS_MAX) return refused(tooManyPasskeys());
  const found = await findCustomer(deps.db.kysely, customerId);
  const { email, uniqid } = assertPresent(found, 'a session has a customer');
  const challenge = await issueCode(deps.db.kysely, {
    purpose: 'passkey-add',
    customerId,
    atMs: deps.clock.nowMs(),
    lifeMs: PASSKEY_CHALLENGE_LIFE_MS,
    uses: 1,
  });
  const options = await creationOptions(deps, {
    operatorName: deps.settings.operatorName,
    userName: email,
    userHandle: uniqid,
    challenge,
    knownIds: known.map(({ credentialId }) => credentialId),
  });
  return ok({ options });
}

type Added = Pick<BodyOf<typeof addRoute>, 'name' | 'response'>;

export async function addPasskey(
  deps: PasskeysDeps,
  { customerId, sessionId, name, response }: Added & Pick<Claim, 'customerId' | 'sessionId'>,
): Promise<Answer<{ readonly id: number }>> {
  const atMs = deps.clock.nowMs();
  const challenge = readChallenge(response.response.clientDataJSON);
  if (challenge === undefined) return refused({ code: 'code-invalid' });
  const presented = { purpose: 'passkey-add', code: challenge.code, atMs } as const;
  const spent = await spendCode(deps.db.kysely, presented);
  if (spent?.customerId !== customerId) return refused({ code: 'code-invalid' });
  const credential = await verifyCreation(deps, response, challenge.text);
  if (credential === undefined) return refused({ code: 'code-invalid' });

  const owner = { kind: 'customer', id: customerId } as const;
  const added = await deps.db.kysely.transaction().execute(async (tx) => {
    if (!(await holdCredentials(tx, { customerId, sessionId }))) return 'session-ended';
    if ((await listPasskeysOf(tx, owner)).length >= PASSKEYS_MAX) return 'too-many';
    const { id: credentialId, publicKey, counter } = credential;
    const passkey = { owner, credentialId, publicKey, counter, name, atMs };
    const inserted = await insertPasskey(tx, passkey);
    if (inserted === undefined) return 'code-invalid';
    await notifyCustomer(deps, tx, {
      customerId,
      kind: 'second-factor-added',
      passkeyId: inserted,
    });
    return { id: inserted, ended: await endOthers(deps, tx, { owner, sessionId }) };
  });
  if (typeof added === 'object') {
    deps.sessions.announce(added.ended);
    return ok({ id: added.id });
  }
  return refused(added === 'too-many' ? tooManyPasskeys() : { code: added });
}

export async function removePasskey(
  deps: PasskeysDeps,
  claim: Claim & { readonly passkeyId: number },
): Promise<Answer<Record<string, never>>> {
  const { customerId, passkeyId } = claim;
  const rejection = await checkCredentialChange(deps, claim);
  if (rejection !== undefined) return refused(rejection);
  const owner = { kind: 'customer', id: customerId } as const;
  const removed = await deps.db.kysely.transaction().execute(async (tx) => {
    if (!(await holdCredentials(tx, claim))) return 'session-ended';
    if (!(await deletePasskey(tx, owner, passkeyId))) return 'not-found';
    await notifyCustomer(deps, tx, { customerId, kind: 'second-factor-removed', passkeyId });
    return await endOthers(deps, tx, { owner, sessionId: claim.sessionId });
  });
  if (typeof removed === 'string') return refused({ code: removed });
  deps.sessions.announce(removed);
  return ok({});
}

/**
 * Ends the customer's other sessions: they began with the earlier factors and must sign in again.
 */
async function endOthers(
  { sessions }: PasskeysDeps,
  tx: Kysely<object>,
  { owner, sessionId }: { readonly owner: Subject; readonly sessionId: string },
): Promise<readonly string[]> {
  return await sessions.endOthersIn(tx, owner, { keepId: sessionId, reason: 'revoked' });
}

async function notifyCustomer(
  deps: PasskeysDeps,
  tx: Kysely<object>,
  change: {
    readonly customerId: number;
    readonly kind: 'second-factor-added' | 'second-factor-removed';
    readonly passkeyId: number;
  },
): Promise<void> {
  const { customerId, kind, passkeyId } = change;
  const atMs = deps.clock.nowMs();
  const facts = { factor: 'passkey', atMs } as const;
  await deps.notifications.notify(tx, {
    customerId,
    kind,
    facts,
    key: `passkey:${passkeyId}:${kind}`,
  });
  const subject = `customer:${customerId}`;
  const action =
    kind === 'second-factor-added' ? 'customer.passkey-add' : 'customer.passkey-remove';
  await recordAudit(tx, atMs, { actor: subject, action, subject, after: { passkeyId } });
}
