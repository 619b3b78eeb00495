import type { SessionKind } from '@halyard/contract/route';
import { DAY_MS, SECOND_MS } from '@halyard/core/time';
import { networkOf, refused } from '#platform/http/http.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { deleteFailures, listFailuresSince, upsertFailures } from './failure-store.ts';
import { hasSessionFrom } from './session-store.ts';
import {
  CODE_LIMITS,
  createThrottle,
  KEPT_MS,
  MAIL_LIMITS,
  PASSWORD_LIMITS,
  SECOND_FACTOR_LIMITS,
  SIGN_UP_LIMITS,
} from './throttle.ts';
import type { Admission, Attempt, Throttle } from './throttle.ts';
import { hashToken } from './token.ts';

const NETWORK_KNOWN_FOR_MS = 90 * DAY_MS;

/** The rate limits, one per kind of secret, so that failures at one don't block another. */
export type Throttles = {
  readonly password: Throttle;
  readonly secondFactor: Throttle;
  readonly code: Throttle;
  readonly mail: Throttle;
  readonly signUp: Throttle;
};

export function createThrottles(clock: Clock): Throttles {
  return {
    password: createThrottle(clock, PASSWORD_LIMITS),
    secondFactor: createThrottle(clock, SECOND_FACTOR_LIMITS),
    code: createThrottle(clock, CODE_LIMITS),
    mail: createThrottle(clock, MAIL_LIMITS),
    signUp: createThrottle(clock, SIGN_UP_LIMITS),
  };
}

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

/** The kinds whose failures survive a restart, because each attempt guesses a customer's secret. */
const KEPT = ['password', 'secondFactor'] as const;
const RESTORED_MAX = 20_000;

type Rejection = ReturnType<typeof refused>;

type AdmissionDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly throttles: Throttles;
};

/** Stores a failed attempt. */
export async function keepFailure(
  { db, throttles }: AdmissionDeps,
  name: (typeof KEPT)[number],
  { account }: Attempt,
): Promise<void> {
  const failures = throttles[name].findFailures(account);
  if (failures !== undefined) await upsertFailures(db.kysely, name, { account, ...failures });
}

/** Deletes the stored failures after a successful attempt. */
export async function forgetFailures(
  { db, throttles }: AdmissionDeps,
  name: (typeof KEPT)[number],
  attempt: Attempt,
): Promise<void> {
  if (throttles[name].succeed(attempt)) await deleteFailures(db.kysely, name, attempt.account);
}

/** Loads the failures from before this start. */
export async function restoreFailures({ db, clock, throttles }: AdmissionDeps): Promise<void> {
  const since = { atMs: clock.nowMs() - KEPT_MS, limit: RESTORED_MAX };
  for (const name of KEPT) {
    for (const { account, ...failures } of await listFailuresSince(db.kysely, name, since)) {
      throttles[name].restore(account, failures);
    }
  }
}

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
  const admission = throttle.admit(attempt);
  if (admission.kind === 'admitted') return undefined;
  const isLifted = admission.kind === 'unproven' || admission.isLiftedForKnownNetwork;
  if (!isLifted) return toRejection(admission);
  // The query also runs for unknown emails (no one has id 0), so that timing reveals nothing.
  const subject = { kind, id: subjectId ?? 0 };
  const sinceMs = deps.clock.nowMs() - NETWORK_KNOWN_FOR_MS;
  const isKnown = await hasSessionFrom(deps.db.kysely, subject, {
    network: attempt.network,
    sinceMs,
  });
  if (!isKnown) return toRejection(admission);
  throttle.admitKnown(attempt);
  return undefined;
}

/** Returns what prevents a stranger's attempt now, whoever they claim to be. */
export function admitStranger(throttle: Throttle, attempt: Attempt): Rejection | undefined {
  const admission = throttle.admit(attempt);
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
