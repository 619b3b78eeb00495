import type { SessionKind } from '@halyard/contract/route';
import { DAY_MS, SECOND_MS } from '@halyard/core/time';
import { networkOf, refused } from '#platform/http/http.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { hasSession } from './session-store.ts';
import type { Admission, Attempt, Throttle } from './throttles/throttles.ts';
import { hashToken } from './token.ts';

const NETWORK_KNOWN_FOR_MS = 90 * DAY_MS;

/** The origin of an attempt: its network, and whether it solved a proof of work. */
export type Origin = {
  readonly ip: string;
  /** Whether the request came with a proof of work; not needed with a session. */
  readonly hasWorked: boolean;
};

export function attemptOf(account: string, { ip, hasWorked }: Origin): Attempt {
  // The account is hashed, because failures are stored, and somebody may have typed a secret in
  // place of the email.
  return { account: hashToken(account), network: networkOf(ip), isProven: hasWorked };
}

type Rejection = ReturnType<typeof refused>;

/**
 * Returns what prevents an attempt now, or nothing; the attempt is then counted. A network from
 * which the subject has signed in before is exempt from the limits that strangers can exhaust.
 */
export async function admit(
  deps: { readonly db: Database; readonly clock: Clock },
  throttle: Throttle,
  tried: {
    readonly attempt: Attempt;
    readonly kind: SessionKind;
    readonly subjectId: number | undefined;
  },
): Promise<Rejection | undefined> {
  const { attempt, kind, subjectId } = tried;
  const admission = await throttle.admit(attempt);
  if (admission.kind === 'admitted') return undefined;
  const isLifted = admission.kind === 'unproven' || admission.isLiftedForKnownNetwork;
  if (!isLifted) return toRejection(admission);
  // The query also runs for unknown emails (no one has id 0), so that timing reveals nothing.
  const subject = { kind, id: subjectId ?? 0 };
  const sinceMs = deps.clock.nowMs() - NETWORK_KNOWN_FOR_MS;
  const isKnown = await hasSession(deps.db.kysely, subject, {
    network: attempt.network,
    sinceMs,
  });
  if (!isKnown) return toRejection(admission);
  await throttle.admitKnown(attempt);
  return undefined;
}

/** Returns what prevents a stranger's attempt now, whoever they claim to be. */
export async function admitStranger(
  throttle: Throttle,
  attempt: Attempt,
): Promise<Rejection | undefined> {
  const admission = await throttle.admit(attempt);
  return admission.kind === 'admitted' ? undefined : toRejection(admission);
}

function toRejection(admission: Exclude<Admission, { readonly kind: 'admitted' }>): Rejection {
  return admission.kind === 'delayed'
    ? tooMany(admission.retryAfterMs)
    : stepUpRequired(admission.bits);
}

/** Returns the rejection that asks for work; the HTTP layer adds the challenge. */
export function stepUpRequired(bits: number): Rejection {
  return refused({ code: 'proof-required', facts: { bits } });
}

export function tooMany(waitMs: number): Rejection {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / SECOND_MS));
  return refused({ code: 'too-many', facts: { retryAfterSeconds } });
}
