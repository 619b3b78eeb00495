// Rate limits for guessing secrets and for expensive requests: per account, per network and in
// total. No account is locked permanently. A stranger must not be able to exhaust a limit on
// somebody else's behalf: a network that has signed in to the account before passes the limits of
// the account and the total, and a site without recent failures passes that of the account once.
// Above the total limit no one waits: strangers solve a proof of work that grows with the surge. A
// site is a /24 of IPv4 or a /48 of IPv6, which one attacker can easily own.
//
// An attempt counts as failed from its start, so that a thousand concurrent attempts are not all
// first.
//
// The counts of accounts, networks and sites can be shared by all programs on one database; the total
// is that of this program, because it only spreads the load.
import { workBits } from '@halyard/core/proof-of-work';
import { MINUTE_MS, SECOND_MS } from '@halyard/core/time';
import type { Clock } from '#platform/clock/clock.ts';
import { siteOf } from '#platform/http/http.ts';
import type { Count, CountKey, Counted, Counts, Decision } from './counts.ts';
import { FORGOTTEN_AFTER_MS } from './limits.ts';
import type { ThrottleLimits } from './limits.ts';

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
  admit(attempt: Attempt): Promise<Admission>;
  /** Counts an attempt that was not admitted by the limits but came from a known network. */
  admitKnown(attempt: Attempt): Promise<void>;
  /** Forgets the failures of the account: the attempt succeeded. */
  succeed(attempt: Attempt): Promise<void>;
  /** Reverts an attempt that was not judged. */
  release(attempt: Attempt): Promise<void>;
  /** Returns the failures of the attempt's account, the attempt itself included. */
  countFailures(attempt: Attempt): Promise<number>;
};

export type ThrottleOptions = {
  readonly clock: Clock;
  readonly limits: ThrottleLimits;
  readonly counts: Counts;
};

export function createThrottle({ clock, limits, counts }: ThrottleOptions): Throttle {
  const everyone = createEveryone(limits.everyoneFree);
  const keysOf = (attempt: Attempt): readonly CountKey[] => listKeys(attempt, limits);
  return {
    admit: async (attempt) => {
      const keys = keysOf(attempt);
      const full = counts.full(keys);
      // It is not counted: what waits before it is.
      if (full.length > 0) {
        const isLiftedForKnownNetwork = !full.includes('network');
        return { kind: 'delayed', retryAfterMs: SECOND_MS, isLiftedForKnownNetwork };
      }
      return await counts.change<Admission>(keys, (counted) => {
        const nowMs = clock.nowMs();
        const fresh = withoutForgotten(counted, limits, nowMs);
        const judged = judge(fresh, limits, nowMs);
        if (judged.kind === 'delayed') return { result: judged, changes: {} };
        const bits = attempt.isProven === true ? 0 : everyone.bits(nowMs);
        if (bits > 0) return { result: { kind: 'unproven', bits }, changes: {} };
        everyone.count(nowMs);
        const newcomers = judged.isNewcomer
          ? {
              newcomers: {
                count: (fresh.newcomers?.count ?? 0) + 1,
                atMs: fresh.newcomers?.atMs ?? nowMs,
              },
            }
          : {};
        const changes = { ...addFailure(fresh, limits, nowMs), ...newcomers };
        return { result: { kind: 'admitted' }, changes };
      });
    },
    admitKnown: async (attempt) =>
      await counts.change(keysOf(attempt), (counted) => {
        const nowMs = clock.nowMs();
        everyone.count(nowMs);
        const fresh = withoutForgotten(counted, limits, nowMs);
        return { result: undefined, changes: addFailure(fresh, limits, nowMs) };
      }),
    succeed: async (attempt) => {
      everyone.subtract();
      await counts.change(keysOf(attempt), ({ network }) => ({
        result: undefined,
        changes: { account: undefined, site: undefined, network: oneLess(network) },
      }));
    },
    release: async (attempt) => {
      everyone.subtract();
      await counts.change(keysOf(attempt), ({ account, network, site }) => ({
        result: undefined,
        changes: { account: oneLess(account), network: oneLess(network), site: oneLess(site) },
      }));
    },
    countFailures: async (attempt) =>
      await counts.change(keysOf(attempt), (counted) => ({
        result: withoutForgotten(counted, limits, clock.nowMs()).account?.count ?? 0,
        changes: {},
      })),
  };
}

function listKeys({ account, network }: Attempt, limits: ThrottleLimits): readonly CountKey[] {
  const keys: readonly CountKey[] = [
    { kind: 'account', id: account },
    { kind: 'network', id: network },
  ];
  if (limits.newcomersMax === 0) return keys;
  return [
    ...keys,
    // The failures of a site at this account.
    { kind: 'site', id: `${account} ${siteOf(network)}` },
    // The sites that were exempt from the limit of this account, since the first of them.
    { kind: 'newcomers', id: account },
  ];
}

function withoutForgotten(counted: Counted, limits: ThrottleLimits, nowMs: number): Counted {
  const fresh = (count: Count | undefined, forgottenAfterMs: number): Count | undefined =>
    count !== undefined && nowMs - count.atMs < forgottenAfterMs ? count : undefined;
  const account = fresh(counted.account, limits.accountForgottenAfterMs);
  const network = fresh(counted.network, FORGOTTEN_AFTER_MS);
  const site = fresh(counted.site, FORGOTTEN_AFTER_MS);
  const newcomers = fresh(counted.newcomers, FORGOTTEN_AFTER_MS);
  return {
    ...(account === undefined ? {} : { account }),
    ...(network === undefined ? {} : { network }),
    ...(site === undefined ? {} : { site }),
    ...(newcomers === undefined ? {} : { newcomers }),
  };
}

type Judged =
  | Extract<Admission, { readonly kind: 'delayed' }>
  | {
      readonly kind: 'free';
      /** Whether the attempt passes only as the first one of its site. */
      readonly isNewcomer: boolean;
    };

function judge(counted: Counted, limits: ThrottleLimits, nowMs: number): Judged {
  const { accountFree, accountDelayMaxMs, networkFree, networkDelayMaxMs, newcomersMax } = limits;
  const ofNetwork = { free: networkFree, maxMs: networkDelayMaxMs };
  const ofAccount = { free: accountFree, maxMs: accountDelayMaxMs };
  const byNetworkMs = delayOf(counted.network, ofNetwork, nowMs);
  const ofAccountMs = delayOf(counted.account, ofAccount, nowMs);
  const mayPass = counted.site === undefined && (counted.newcomers?.count ?? 0) < newcomersMax;
  const isNewcomer = ofAccountMs > 0 && mayPass;
  const retryAfterMs = Math.max(byNetworkMs, isNewcomer ? 0 : ofAccountMs);
  return retryAfterMs > 0
    ? { kind: 'delayed', retryAfterMs, isLiftedForKnownNetwork: byNetworkMs <= 0 }
    : { kind: 'free', isNewcomer };
}

/**
 * Returns the delay: after `free` failures 1 s, 2 s, 4 s … at most `maxMs`, counted from the last
 * one.
 */
function delayOf(
  known: Count | undefined,
  { free, maxMs }: { readonly free: number; readonly maxMs: number },
  nowMs: number,
): number {
  if (known === undefined || known.count < free) return 0;
  const delayMs = Math.min(maxMs, SECOND_MS * 2 ** (known.count - free));
  return Math.max(0, known.atMs + delayMs - nowMs);
}

function addFailure(
  { account, network, site }: Counted,
  { newcomersMax }: ThrottleLimits,
  atMs: number,
): Decision<unknown>['changes'] {
  const oneMore = (count: Count | undefined): Count => ({ count: (count?.count ?? 0) + 1, atMs });
  return {
    account: oneMore(account),
    network: oneMore(network),
    ...(newcomersMax === 0 ? {} : { site: oneMore(site) }),
  };
}

function oneLess(count: Count | undefined): Count | undefined {
  return count === undefined || count.count <= 1 ? undefined : { ...count, count: count.count - 1 };
}

type Window = { readonly count: number; readonly startedAtMs: number };

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
    subtract: (): void => void (window = { ...window, count: Math.max(0, window.count - 1) }),
    /** Returns how many zero bits of work a stranger must find; 0 without a surge. */
    bits: (nowMs: number): number =>
      isOver(nowMs) || window.count < free ? 0 : workBits(window.count / free),
  };
}
