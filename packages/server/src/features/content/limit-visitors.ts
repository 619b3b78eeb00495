// Limits visitors' messages, so that a flood neither fills the mailbox nor blocks others.
import { createBucket, createRateLimiter, networkOf, siteOf } from '#platform/http/http.ts';
import type { Clock } from '#platform/clock/clock.ts';

const HOUR_SECONDS = 3600;
/** The rate per network: five messages at once, then one every twelve minutes. */
const NETWORK_RATE = { perSecond: 5 / HOUR_SECONDS, burst: 5 };
/** The rate of all visitors together: a hundred messages at once, then a hundred per hour. */
const EVERYONE_RATE = { perSecond: 100 / HOUR_SECONDS, burst: 100 };
/** The first message of a network in an hour passes the common limit, up to a limit of its own. */
const FIRST_RATE = { perSecond: 1 / HOUR_SECONDS, burst: 1 };
const NEWCOMERS_RATE = EVERYONE_RATE;

/** Counts a message from this address and returns 0, or returns the milliseconds to wait. */
export function createVisitorLimit(clock: Clock): (ip: string) => number {
  const networks = createRateLimiter(NETWORK_RATE, clock);
  const firsts = createRateLimiter(FIRST_RATE, clock);
  const everyone = createBucket(EVERYONE_RATE, clock);
  const newcomers = createBucket(NEWCOMERS_RATE, clock);
  return (ip) => {
    const network = networkOf(ip);
    const ofNetworkMs = networks.take(network);
    // The common limit is checked last, so that a rejected network uses up nothing of it.
    if (ofNetworkMs > 0) return ofNetworkMs;
    const isFirst = firsts.take(siteOf(network)) === 0;
    const ofAllMs = everyone.take();
    return ofAllMs > 0 && isFirst ? newcomers.take() : ofAllMs;
  };
}
