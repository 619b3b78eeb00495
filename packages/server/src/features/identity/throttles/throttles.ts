// The rate limits of secrets. Those of passwords, second factors, mails and sign-ups hold for all
// programs on the database together.
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { createCountsInMemory, createStoredCounts } from './counts.ts';
import {
  CODE_LIMITS,
  MAIL_LIMITS,
  PASSWORD_LIMITS,
  SECOND_FACTOR_LIMITS,
  SIGN_UP_LIMITS,
} from './limits.ts';
import { createThrottle } from './throttle.ts';
import type { Throttle } from './throttle.ts';

export { repeatFailurePurge } from './purge-failures.ts';
export type { Admission, Attempt, Throttle } from './throttle.ts';

/** The rate limits, one per kind of secret, so that failures at one don't block another. */
export type Throttles = {
  readonly password: Throttle;
  readonly secondFactor: Throttle;
  readonly code: Throttle;
  readonly mail: Throttle;
  readonly signUp: Throttle;
};

export function createThrottles({
  db,
  clock,
}: {
  readonly db: Pick<Database, 'kysely'>;
  readonly clock: Clock;
}): Throttles {
  const stored = (name: string) => createStoredCounts(db, name);
  return {
    password: createThrottle({ clock, limits: PASSWORD_LIMITS, counts: stored('password') }),
    secondFactor: createThrottle({
      clock,
      limits: SECOND_FACTOR_LIMITS,
      counts: stored('secondFactor'),
    }),
    // These codes can't be guessed: only the load of this program is limited.
    code: createThrottle({ clock, limits: CODE_LIMITS, counts: createCountsInMemory() }),
    mail: createThrottle({ clock, limits: MAIL_LIMITS, counts: stored('mail') }),
    signUp: createThrottle({ clock, limits: SIGN_UP_LIMITS, counts: stored('signUp') }),
  };
}
