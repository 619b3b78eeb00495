// Slows down whoever guesses secrets or asks too often, per account, per network and over all; nobody
// is locked out for good. A stranger must not be able to exhaust a limit on somebody else's behalf:
// a network that has signed in to the account before passes the limits of the account and of all,
// and a site that has not failed lately passes them a few times. A site is a /24 of IPv4 or a /48 of
// IPv6: what one attacker easily has many addresses of.
//
// An attempt counts as failed from its beginning, so that a thousand at once are not all first.
import { MINUTE_MS, SECOND_MS } from '@halyard/core/time';
import type { Clock } from '#platform/clock/clock.ts';
import { siteOf } from '#platform/http/http.ts';

export const FORGOTTEN_AFTER_MS = 15 * MINUTE_MS;
const KEYS_MAX = 100_000;
/** Failures of a site before the limit of all networks together counts for it. */
const SITE_FREE = 3;

/** `account` names whatever is tried: an email, a customer, a code. */
export type Attempt = { readonly account: string; readonly network: string };

export type ThrottleLimits = {
  /** Failures before the first delay, within 15 minutes of the last. */
  readonly accountFree: number;
  readonly networkFree: number;
  /** Of all networks together in a minute; then sites that failed before have to wait. */
  readonly everyoneFree: number;
  /** Sites that may each try once at an account whose failures delay everybody else; in 15 minutes. */
  readonly newcomersMax: number;
  readonly delayMaxMs: number;
};

/** For passwords. */
export const PASSWORD_LIMITS: ThrottleLimits = {
  accountFree: 5,
  networkFree: 20,
  everyoneFree: 300,
  newcomersMax: 50,
  delayMaxMs: MINUTE_MS,
};

/** Few: each has a million values at most, and only who knows the password comes so far. */
export const SECOND_FACTOR_LIMITS: ThrottleLimits = {
  accountFree: 5,
  networkFree: 20,
  everyoneFree: 300,
  newcomersMax: 0,
  delayMaxMs: 5 * MINUTE_MS,
};

/** For codes of links, which nobody guesses: only the work is bounded. */
export const CODE_LIMITS: ThrottleLimits = {
  accountFree: 20,
  networkFree: 40,
  everyoneFree: 3000,
  newcomersMax: 0,
  delayMaxMs: MINUTE_MS,
};

/** For mails that strangers ask for; every request counts, since the answer tells who is here. */
export const MAIL_LIMITS: ThrottleLimits = {
  accountFree: 3,
  networkFree: 10,
  everyoneFree: 60,
  // Each would be one more mail in the same mailbox.
  newcomersMax: 0,
  delayMaxMs: 10 * MINUTE_MS,
};

/** For sign-ups; one counts as failed when the email is taken, since that tells who is here. */
export const SIGN_UP_LIMITS: ThrottleLimits = {
  accountFree: 60,
  networkFree: 20,
  everyoneFree: 300,
  newcomersMax: 0,
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
type Window = { readonly count: number; readonly startedAtMs: number };

export function createThrottle(clock: Clock, limits: ThrottleLimits): Throttle {
  const accounts = new Map<string, Failures>();
  const networks = new Map<string, Failures>();
  const sites = new Map<string, Failures>();
  const newcomers = createNewcomers(limits.newcomersMax);
  const delayOf = createDelay(limits.delayMaxMs);
  const everyone = { startedAtMs: 0, count: 0 };

  function count(attempt: Attempt): void {
    const nowMs = clock.nowMs();
    add(accounts, attempt.account, nowMs);
    add(networks, attempt.network, nowMs);
    add(sites, siteOf(attempt.network), nowMs);
    newcomers.note(attempt, nowMs);
    if (nowMs - everyone.startedAtMs >= MINUTE_MS) {
      everyone.startedAtMs = nowMs;
      everyone.count = 0;
    }
    everyone.count += 1;
  }

  function takeBack(attempt: Attempt): void {
    subtract(networks, attempt.network);
    subtract(sites, siteOf(attempt.network));
    everyone.count = Math.max(0, everyone.count - 1);
  }

  return {
    admit: (attempt) => {
      const nowMs = clock.nowMs();
      const byNetworkMs = delayOf(networks.get(attempt.network), limits.networkFree, nowMs);
      const ofAccountMs = delayOf(accounts.get(attempt.account), limits.accountFree, nowMs);
      const isLifted = ofAccountMs > 0 && newcomers.has(attempt, nowMs);
      const byAccountMs = isLifted ? 0 : ofAccountMs;
      const isFull =
        everyone.count >= limits.everyoneFree &&
        nowMs - everyone.startedAtMs < MINUTE_MS &&
        countOf(sites, siteOf(attempt.network), nowMs) >= SITE_FREE;
      const byEveryoneMs = isFull ? everyone.startedAtMs + MINUTE_MS - nowMs : 0;
      const retryAfterMs = Math.max(byNetworkMs, byAccountMs, byEveryoneMs);
      if (retryAfterMs > 0) {
        return { kind: 'delayed', retryAfterMs, isLiftedForKnownNetwork: byNetworkMs <= 0 };
      }
      if (isLifted) newcomers.count(attempt, nowMs);
      count(attempt);
      return { kind: 'admitted' };
    },
    admitKnown: count,
    succeed: (attempt) => {
      const had = accounts.get(attempt.account)?.count ?? 0;
      accounts.delete(attempt.account);
      newcomers.forget(attempt);
      takeBack(attempt);
      // This attempt itself is one of them.
      return had > 1;
    },
    release: (attempt) => {
      subtract(accounts, attempt.account);
      newcomers.release(attempt);
      takeBack(attempt);
    },
    findFailures: (account) => accounts.get(account),
    restore: (account, failures) => void accounts.set(account, failures),
  };
}

/** After `free` failures 1 s, 2 s, 4 s … at most `delayMaxMs`, counted from the last one. */
function createDelay(delayMaxMs: number) {
  return (failures: Failures | undefined, free: number, nowMs: number): number => {
    if (failures === undefined || failures.count < free) return 0;
    if (nowMs - failures.lastAtMs >= FORGOTTEN_AFTER_MS) return 0;
    const delay = Math.min(delayMaxMs, SECOND_MS * 2 ** Math.min(failures.count - free, 10));
    return Math.max(0, failures.lastAtMs + delay - nowMs);
  };
}

/** Sites that have not failed at an account lately. */
function createNewcomers(max: number) {
  /** Of a site at an account. */
  const pairs = new Map<string, Failures>();
  /** Of an account: those that tried, since the first of them. */
  const windows = new Map<string, Window>();

  function openWindow(account: string, nowMs: number): Window {
    const window = windows.get(account);
    const isOpen = window !== undefined && nowMs - window.startedAtMs < FORGOTTEN_AFTER_MS;
    return isOpen ? window : { count: 0, startedAtMs: nowMs };
  }

  return {
    has: (attempt: Attempt, nowMs: number): boolean =>
      openWindow(attempt.account, nowMs).count < max &&
      countOf(pairs, pairOf(attempt), nowMs) === 0,
    count: ({ account }: Attempt, nowMs: number): void => {
      const { count, startedAtMs } = openWindow(account, nowMs);
      put(windows, account, { count: count + 1, startedAtMs });
    },
    note: (attempt: Attempt, nowMs: number): void => add(pairs, pairOf(attempt), nowMs),
    forget: (attempt: Attempt): void => void pairs.delete(pairOf(attempt)),
    release: (attempt: Attempt): void => subtract(pairs, pairOf(attempt)),
  };
}

function add(failures: Map<string, Failures>, key: string, nowMs: number): void {
  const known = failures.get(key);
  const isFresh = known !== undefined && nowMs - known.lastAtMs < FORGOTTEN_AFTER_MS;
  put(failures, key, { count: isFresh ? known.count + 1 : 1, lastAtMs: nowMs });
}

/** As the last one, so that the map's order is that of the last change; the oldest is dropped. */
function put<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= KEYS_MAX) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}

function countOf(failures: Map<string, Failures>, key: string, nowMs: number): number {
  const known = failures.get(key);
  return known !== undefined && nowMs - known.lastAtMs < FORGOTTEN_AFTER_MS ? known.count : 0;
}

function pairOf({ account, network }: Attempt): string {
  return `${account} ${siteOf(network)}`;
}

function subtract(failures: Map<string, Failures>, key: string): void {
  const known = failures.get(key);
  if (known === undefined) return;
  if (known.count <= 1) failures.delete(key);
  else failures.set(key, { ...known, count: known.count - 1 });
}
