// Rate limits for guessing secrets and for expensive requests: per account, per network and in
// total. No account is locked permanently. A stranger must not be able to exhaust a limit on
// somebody else's behalf: a network that has signed in to the account before passes the limits of
// the account and the total, and a site without recent failures passes that of the account once.
// Above the total limit no one waits: strangers solve a proof of work that grows with the surge. A
// site is a /24 of IPv4 or a /48 of IPv6, which one attacker can easily own.
//
// An attempt counts as failed from its start, so that a thousand concurrent attempts are not all
// first.
import { workBits } from '@halyard/core/proof-of-work';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@halyard/core/time';
import type { Clock } from '#platform/clock/clock.ts';
import { siteOf } from '#platform/http/http.ts';

const FORGOTTEN_AFTER_MS = 15 * MINUTE_MS;
/** How long a failure has an effect. */
export const KEPT_MS = DAY_MS;
const KEYS_MAX = 100_000;

/** An attempt to admit; `account` identifies the target: an email, a customer, a code. */
export type Attempt = {
  readonly account: string;
  readonly network: string;
  /**
   * Whether the attempt passes the total limit, because it has a proof of work or comes with a
   * session.
   */
  readonly isProven?: boolean;
};

export type ThrottleLimits = {
  /** The number of failures before the first delay. */
  readonly accountFree: number;
  /** How long after its last failure an account's failures are forgotten. */
  readonly accountForgottenAfterMs: number;
  /** The number of failures of a network that are permitted within 15 minutes of the last. */
  readonly networkFree: number;
  /**
   * The number of failures per minute of all networks together; above it strangers need a proof of
   * work.
   */
  readonly everyoneFree: number;
  /**
   * The number of sites that can each try once at an account whose failures delay everyone else, in
   * 15 minutes.
   */
  readonly newcomersMax: number;
  readonly accountDelayMaxMs: number;
  readonly networkDelayMaxMs: number;
};

/** The limits for passwords. */
export const PASSWORD_LIMITS: ThrottleLimits = {
  accountFree: 5,
  accountForgottenAfterMs: FORGOTTEN_AFTER_MS,
  networkFree: 20,
  everyoneFree: 300,
  newcomersMax: 50,
  accountDelayMaxMs: MINUTE_MS,
  networkDelayMaxMs: MINUTE_MS,
};

/**
 * Few: each code has a million values, three of which are valid at a time, and attackers here
 * already know the password. However many networks guess, an account permits about 40 guesses a
 * day: a year of guessing succeeds with a probability of 4 %, and the owner is notified on each of
 * these days.
 */
export const SECOND_FACTOR_LIMITS: ThrottleLimits = {
  accountFree: 5,
  accountForgottenAfterMs: DAY_MS,
  networkFree: 20,
  everyoneFree: 300,
  newcomersMax: 0,
  accountDelayMaxMs: HOUR_MS,
  networkDelayMaxMs: 5 * MINUTE_MS,
};

/** The limits for codes of links, which can't be guessed: only the load is limited. */
export const CODE_LIMITS: ThrottleLimits = {
  accountFree: 20,
  accountForgottenAfterMs: FORGOTTEN_AFTER_MS,
  networkFree: 40,
  everyoneFree: 3000,
  newcomersMax: 0,
  accountDelayMaxMs: MINUTE_MS,
  networkDelayMaxMs: MINUTE_MS,
};

/**
 * The limits for mails that strangers request; every request counts, because the reply reveals
 * whether an account exists.
 */
export const MAIL_LIMITS: ThrottleLimits = {
  accountFree: 3,
  accountForgottenAfterMs: FORGOTTEN_AFTER_MS,
  networkFree: 10,
  everyoneFree: 60,
  // None are exempt, because each attempt would send another mail to the same mailbox.
  newcomersMax: 0,
  accountDelayMaxMs: 10 * MINUTE_MS,
  networkDelayMaxMs: 10 * MINUTE_MS,
};

/**
 * The limits for sign-ups; one counts as failed if the email is taken, because that reveals an
 * account.
 */
export const SIGN_UP_LIMITS: ThrottleLimits = {
  accountFree: 60,
  accountForgottenAfterMs: FORGOTTEN_AFTER_MS,
  networkFree: 20,
  everyoneFree: 300,
  newcomersMax: 0,
  accountDelayMaxMs: MINUTE_MS,
  networkDelayMaxMs: MINUTE_MS,
};

export type Admission =
  | { readonly kind: 'admitted' }
  | {
      readonly kind: 'delayed';
      readonly retryAfterMs: number;
      /** Whether a known network lifts the limit; false if the network's own limit is reached. */
      readonly isLiftedForKnownNetwork: boolean;
    }
  /** The attempt needs a proof of this much work; from a known network it is admitted without. */
  | { readonly kind: 'unproven'; readonly bits: number };

export type Throttle = {
  /** Judges an attempt, and counts it unless it is delayed. */
  admit(attempt: Attempt): Admission;
  /** Counts an attempt that was not admitted by the limits but came from a known network. */
  admitKnown(attempt: Attempt): void;
  /** Records a success. Returns whether the account had failures before. */
  succeed(attempt: Attempt): boolean;
  /** Reverts an attempt that was not judged. */
  release(attempt: Attempt): void;
  findFailures(account: string): Failures | undefined;
  /** Restores the failures from before a restart; call it in order, oldest first. */
  restore(account: string, failures: Failures): void;
};

export type Failures = { readonly count: number; readonly lastAtMs: number };
type Window = { readonly count: number; readonly startedAtMs: number };

export function createThrottle(clock: Clock, limits: ThrottleLimits): Throttle {
  const accounts = createFailureMap(limits.accountForgottenAfterMs, {
    free: limits.accountFree,
    maxMs: limits.accountDelayMaxMs,
  });
  const networks = createFailureMap(FORGOTTEN_AFTER_MS, {
    free: limits.networkFree,
    maxMs: limits.networkDelayMaxMs,
  });
  const newcomers = createNewcomers(limits.newcomersMax);
  const everyone = createEveryone(limits.everyoneFree);

  function count(attempt: Attempt): void {
    const nowMs = clock.nowMs();
    accounts.add(attempt.account, nowMs);
    networks.add(attempt.network, nowMs);
    newcomers.note(attempt, nowMs);
    everyone.count(nowMs);
  }

  function reverseFunds(attempt: Attempt): void {
    networks.subtract(attempt.network);
    everyone.reverseFunds();
  }

  return {
    admit: (attempt) => {
      const nowMs = clock.nowMs();
      const byNetworkMs = networks.delay(attempt.network, nowMs);
      const ofAccountMs = accounts.delay(attempt.account, nowMs);
      const isLifted = ofAccountMs > 0 && newcomers.has(attempt, nowMs);
      const byAccountMs = isLifted ? 0 : ofAccountMs;
      const retryAfterMs = Math.max(byNetworkMs, byAccountMs);
      if (retryAfterMs > 0) {
        return { kind: 'delayed', retryAfterMs, isLiftedForKnownNetwork: byNetworkMs <= 0 };
      }
      const bits = attempt.isProven === true ? 0 : everyone.bits(nowMs);
      if (bits > 0) return { kind: 'unproven', bits };
      if (isLifted) newcomers.count(attempt, nowMs);
      count(attempt);
      return { kind: 'admitted' };
    },
    admitKnown: count,
    succeed: (attempt) => {
      const had = accounts.find(attempt.account)?.count ?? 0;
      accounts.forget(attempt.account);
      newcomers.forget(attempt);
      reverseFunds(attempt);
      // This attempt itself was counted as one of the failures.
      return had > 1;
    },
    release: (attempt) => {
      accounts.subtract(attempt.account);
      newcomers.release(attempt);
      reverseFunds(attempt);
    },
    findFailures: accounts.find,
    restore: accounts.restore,
  };
}

/** Counts the failures of all networks together, by minute. */
function createEveryone(free: number) {
  let window: Window = { count: 0, startedAtMs: 0 };

  function isOver(nowMs: number): boolean {
    return nowMs - window.startedAtMs >= MINUTE_MS;
  }

  return {
    count: (nowMs: number): void => {
      const open = isOver(nowMs) ? { count: 0, startedAtMs: nowMs } : window;
      window = { ...open, count: open.count + 1 };
    },
    reverseFunds: (): void => void (window = { ...window, count: Math.max(0, window.count - 1) }),
    /** Returns how many zero bits of work a stranger must find; 0 without a surge. */
    bits: (nowMs: number): number =>
      isOver(nowMs) || window.count < free ? 0 : workBits(window.count / free),
  };
}

type Delays = { readonly free: number; readonly maxMs: number };
const NO_DELAYS: Delays = { free: Infinity, maxMs: 0 };

/** Counts failures by key; a key is removed a while after its last failure. */
function createFailureMap(forgottenAfterMs: number, delays: Delays = NO_DELAYS) {
  const failures = new Map<string, Failures>();

  function findFresh(key: string, nowMs: number): Failures | undefined {
    const known = failures.get(key);
    const isFresh = known !== undefined && nowMs - known.lastAtMs < forgottenAfterMs;
    return isFresh ? known : undefined;
  }

  return {
    add: (key: string, nowMs: number): void => {
      put(failures, key, { count: (findFresh(key, nowMs)?.count ?? 0) + 1, lastAtMs: nowMs });
    },
    subtract: (key: string): void => {
      const known = failures.get(key);
      if (known === undefined) return;
      if (known.count <= 1) failures.delete(key);
      else failures.set(key, { ...known, count: known.count - 1 });
    },
    has: (key: string, nowMs: number): boolean => findFresh(key, nowMs) !== undefined,
    /**
     * Returns the delay: after `free` failures 1 s, 2 s, 4 s … at most `maxMs`, counted from the
     * last one.
     */
    delay: (key: string, nowMs: number): number => {
      const known = findFresh(key, nowMs);
      if (known === undefined || known.count < delays.free) return 0;
      const delayMs = Math.min(delays.maxMs, SECOND_MS * 2 ** (known.count - delays.free));
      return Math.max(0, known.lastAtMs + delayMs - nowMs);
    },
    find: (key: string): Failures | undefined => failures.get(key),
    forget: (key: string): void => void failures.delete(key),
    restore: (key: string, known: Failures): void => void failures.set(key, known),
  };
}

/** Counts sites without recent failures at an account. */
function createNewcomers(max: number) {
  /** The failures by pair of site and account. */
  const pairs = createFailureMap(FORGOTTEN_AFTER_MS);
  /** By account, the sites that tried since the first one. */
  const windows = new Map<string, Window>();

  function openWindow(account: string, nowMs: number): Window {
    const window = windows.get(account);
    const isOpen = window !== undefined && nowMs - window.startedAtMs < FORGOTTEN_AFTER_MS;
    return isOpen ? window : { count: 0, startedAtMs: nowMs };
  }

  return {
    has: (attempt: Attempt, nowMs: number): boolean =>
      openWindow(attempt.account, nowMs).count < max && !pairs.has(pairOf(attempt), nowMs),
    count: ({ account }: Attempt, nowMs: number): void => {
      const { count, startedAtMs } = openWindow(account, nowMs);
      put(windows, account, { count: count + 1, startedAtMs });
    },
    note: (attempt: Attempt, nowMs: number): void => pairs.add(pairOf(attempt), nowMs),
    forget: (attempt: Attempt): void => pairs.forget(pairOf(attempt)),
    release: (attempt: Attempt): void => pairs.subtract(pairOf(attempt)),
  };
}

/**
 * Puts a value in last, so that the map's order is that of the last change, and drops the oldest
 * above the limit.
 */
function put<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= KEYS_MAX) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}

function pairOf({ account, network }: Attempt): string {
  return `${account} ${siteOf(network)}`;
}
