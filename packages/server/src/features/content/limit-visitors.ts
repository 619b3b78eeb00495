// How many messages visitors send: a flood fills no mailbox, and keeps nobody else from writing.
import { createBucket, createRateLimiter, networkOf, siteOf } from '#platform/http/http.ts';
import type { Clock } from '#platform/clock/clock.ts';

const HOUR_SECONDS = 3600;
/** Five messages at once, then one every twelve minutes. */
const NETWORK_RATE = { perSecond: 5 / HOUR_SECONDS, burst: 5 };
/** Of all visitors together. */
const EVERYONE_RATE = { perSecond: 100 / HOUR_SECONDS, burst: 100 };
/** The first message of a site in an hour passes the limit of all, up to a limit of its own. */
const FIRST_RATE = { perSecond: 1 / HOUR_SECONDS, burst: 1 };
const NEWCOMERS_RATE = EVERYONE_RATE;

/** Counts a message of this address and gives 0, or gives the milliseconds until there is room. */
export function createVisitorLimit(clock: Clock): (ip: string) => number {
  const networks = createRateLimiter(NETWORK_RATE, clock);
  const firsts = createRateLimiter(FIRST_RATE, clock);
  const everyone = createBucket(EVERYONE_RATE, clock);
  const newcomers = createBucket(NEWCOMERS_RATE, clock);
  return (ip) => {
    const network = networkOf(ip);
    const ofNetworkMs = networks.take(network);
    // Asked last: what a single network is refused costs the others nothing.
    if (ofNetworkMs > 0) return ofNetworkMs;
    const isFirst = firsts.take(siteOf(network)) === 0;
    const ofAllMs = everyone.take();
    return ofAllMs > 0 && isFirst ? newcomers.take() : ofAllMs;
  };
}
