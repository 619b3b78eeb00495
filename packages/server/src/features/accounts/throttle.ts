// Slows down whoever guesses secrets or asks too often, per account, per network and over all; nobody is locked
// out for good, and a network that has signed in to the account before passes the two limits that
// a stranger could exhaust on the owner's behalf.
//
// An attempt counts as failed from its beginning, so that a thousand at once are not all first.
import { MINUTE_MS, SECOND_MS } from '@halyard/core/time';
import type { Clock } from '#platform/clock/clock.ts';

export const FORGOTTEN_AFTER_MS = 15 * MINUTE_MS;
const KEYS_MAX = 100_000;

/** `account` names whatever is tried: an email, a customer, a code. */
export type Attempt = { readonly account: string; readonly network: string };

export type ThrottleLimits = {
  /** Failures before the first delay, within 15 minutes of the last. */
  readonly accountFree: number;
  readonly networkFree: number;
  /** Of all networks together in a minute. */
  readonly everyoneFree: number;
  readonly delayMaxMs: number;
};

/** For passwords. */
export const PASSWORD_LIMITS: ThrottleLimits = {
  accountFree: 5,
  networkFree: 20,
  everyoneFree: 300,
  delayMaxMs: MINUTE_MS,
};

/** Few: each has a million values at most, and only who knows the password comes so far. */
export const SECOND_FACTOR_LIMITS: ThrottleLimits = {
  accountFree: 5,
  networkFree: 20,
  everyoneFree: 300,
  delayMaxMs: 5 * MINUTE_MS,
};

/** For codes of links, which nobody guesses: only the work is bounded. */
export const CODE_LIMITS: ThrottleLimits = {
  accountFree: 20,
  networkFree: 40,
  everyoneFree: 3000,
  delayMaxMs: MINUTE_MS,
};

/** For mails that strangers ask for; every request counts, since the answer tells who is here. */
export const MAIL_LIMITS: ThrottleLimits = {
  accountFree: 3,
  networkFree: 10,
  everyoneFree: 60,
  delayMaxMs: 10 * MINUTE_MS,
};

/** For sign-ups; one counts as failed when the email is taken, since that tells who is here. */
export const SIGN_UP_LIMITS: ThrottleLimits = {
  accountFree: 60,
  networkFree: 20,
  everyoneFree: 300,
  delayMaxMs: MINUTE_MS,
};

export type Admission =
  | { readonly kind: 'admitted' }
  | {
      readonly kind: 'delayed';
      readonly retryAfterMs: number;
      /** False when the limit of the network itself is reached. */
      readonly isLiftedForKnownNetwork: boolean;
    };

export type Throttle = {
  /** Counts the attempt, unless it is delayed. */
  admit(attempt: Attempt): Admission;
  /** Counts an attempt that was delayed, but came from a network known to the account. */
  admitKnown(attempt: Attempt): void;
  /** True when the account had failures before. */
  succeed(attempt: Attempt): boolean;
  /** Takes an attempt back that was not judged. */
  release(attempt: Attempt): void;
  findFailures(account: string): Failures | undefined;
  /** As they were before a restart; oldest first. */
  restore(account: string, failures: Failures): void;
};

export type Failures = { readonly count: number; readonly lastAtMs: number };

export function createThrottle(clock: Clock, limits: ThrottleLimits): Throttle {
  const accounts = new Map<string, Failures>();
  const networks = new Map<string, Failures>();
  const everyone = { startedAtMs: 0, count: 0 };

  /** After `free` failures 1 s, 2 s, 4 s … at most `delayMaxMs`, counted from the last one. */
  function delayMs(failures: Failures | undefined, free: number, nowMs: number): number {
    if (failures === undefined || failures.count < free) return 0;
    if (nowMs - failures.lastAtMs >= FORGOTTEN_AFTER_MS) return 0;
    const delay = Math.min(limits.delayMaxMs, SECOND_MS * 2 ** Math.min(failures.count - free, 10));
    return Math.max(0, failures.lastAtMs + delay - nowMs);
  }

  function count(attempt: Attempt): void {
    const nowMs = clock.nowMs();
    add(accounts, attempt.account, nowMs);
    add(networks, attempt.network, nowMs);
    if (nowMs - everyone.startedAtMs >= MINUTE_MS) {
      everyone.startedAtMs = nowMs;
      everyone.count = 0;
    }
    everyone.count += 1;
  }

  function takeBack(attempt: Attempt): void {
    subtract(networks, attempt.network);
    everyone.count = Math.max(0, everyone.count - 1);
  }

  return {
    admit: (attempt) => {
      const nowMs = clock.nowMs();
      const byNetworkMs = delayMs(networks.get(attempt.network), limits.networkFree, nowMs);
      const byAccountMs = delayMs(accounts.get(attempt.account), limits.accountFree, nowMs);
      const isFull =
        everyone.count >= limits.everyoneFree && nowMs - everyone.startedAtMs < MINUTE_MS;
      const byEveryoneMs = isFull ? everyone.startedAtMs + MINUTE_MS - nowMs : 0;
      const retryAfterMs = Math.max(byNetworkMs, byAccountMs, byEveryoneMs);
      if (retryAfterMs > 0) {
        return { kind: 'delayed', retryAfterMs, isLiftedForKnownNetwork: byNetworkMs <= 0 };
      }
      count(attempt);
      return { kind: 'admitted' };
    },
    admitKnown: count,
    succeed: (attempt) => {
      const had = accounts.get(attempt.account)?.count ?? 0;
      accounts.delete(attempt.account);
      takeBack(attempt);
      // This attempt itself is one of them.
      return had > 1;
    },
    release: (attempt) => {
      subtract(accounts, attempt.account);
      takeBack(attempt);
    },
    findFailures: (account) => accounts.get(account),
    restore: (account, failures) => void accounts.set(account, failures),
  };
}

function add(failures: Map<string, Failures>, key: string, nowMs: number): void {
  const known = failures.get(key);
  const isFresh = known !== undefined && nowMs - known.lastAtMs < FORGOTTEN_AFTER_MS;
  // Set anew, so that the map's order is that of the last failure and the oldest is dropped first.
  failures.delete(key);
  failures.set(key, { count: isFresh ? known.count + 1 : 1, lastAtMs: nowMs });
  if (failures.size <= KEYS_MAX) return;
  const [oldest] = failures.keys();
  if (oldest !== undefined) failures.delete(oldest);
}

function subtract(failures: Map<string, Failures>, key: string): void {
  const known = failures.get(key);
  if (known === undefined) return;
  if (known.count <= 1) failures.delete(key);
  else failures.set(key, { ...known, count: known.count - 1 });
}
