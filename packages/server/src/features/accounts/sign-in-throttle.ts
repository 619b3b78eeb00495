// Slows down whoever guesses passwords, per account, per network and over all; nobody is locked
// out for good, and a network that has signed in to the account before passes the two limits that
// a stranger could exhaust on the owner's behalf.
//
// An attempt counts as failed from its beginning, so that a thousand at once are not all first.
import type { Clock } from '#platform/clock/clock.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const FORGOTTEN_AFTER_MS = 15 * MINUTE_MS;
const DELAY_MAX_MS = MINUTE_MS;
const ACCOUNT_FREE = 5;
const NETWORK_FREE = 20;
const EVERYONE_FREE = 300;
const KEYS_MAX = 100_000;

export type Attempt = { readonly email: string; readonly network: string };

export type Admission =
  | { readonly kind: 'admitted' }
  | {
      readonly kind: 'delayed';
      readonly retryAfterMs: number;
      /** False when the limit of the network itself is reached. */
      readonly isLiftedForKnownNetwork: boolean;
    };

export type SignInThrottle = {
  /** Counts the attempt, unless it is delayed. */
  admit(attempt: Attempt): Admission;
  /** Counts an attempt that was delayed, but came from a network known to the account. */
  admitKnown(attempt: Attempt): void;
  succeed(attempt: Attempt): void;
  /** Takes an attempt back that was not judged. */
  release(attempt: Attempt): void;
};

type Failures = { count: number; lastAtMs: number };

export function createSignInThrottle(clock: Clock): SignInThrottle {
  const accounts = new Map<string, Failures>();
  const networks = new Map<string, Failures>();
  const everyone = { startedAtMs: 0, count: 0 };

  function count(attempt: Attempt): void {
    const nowMs = clock.nowMs();
    add(accounts, attempt.email, nowMs);
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
      const byNetworkMs = delayMs(networks.get(attempt.network), NETWORK_FREE, nowMs);
      const byAccountMs = delayMs(accounts.get(attempt.email), ACCOUNT_FREE, nowMs);
      const isFull = everyone.count >= EVERYONE_FREE && nowMs - everyone.startedAtMs < MINUTE_MS;
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
      accounts.delete(attempt.email);
      takeBack(attempt);
    },
    release: (attempt) => {
      subtract(accounts, attempt.email);
      takeBack(attempt);
    },
  };
}

/** After `free` failures 1 s, 2 s, 4 s … at most a minute, counted from the last one. */
function delayMs(failures: Failures | undefined, free: number, nowMs: number): number {
  if (failures === undefined || failures.count < free) return 0;
  if (nowMs - failures.lastAtMs >= FORGOTTEN_AFTER_MS) return 0;
  const delay = Math.min(DELAY_MAX_MS, SECOND_MS * 2 ** Math.min(failures.count - free, 10));
  return Math.max(0, failures.lastAtMs + delay - nowMs);
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
  else known.count -= 1;
}
