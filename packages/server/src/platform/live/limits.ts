// Limits of the live feed per client, address and customer.
import type { Rate } from '#platform/http/http.ts';

export type LiveLimits = {
  /** The connections per address, or per /64 of IPv6, which one client can have completely. */
  readonly connectionsPerNetwork: number;
  readonly connectionsPerSubject: number;
  /** The events per socket. */
  readonly events: Rate;
  /** Connection attempts per network. */
  readonly handshakes: Rate;
};

export const LIVE_LIMITS: LiveLimits = {
  connectionsPerNetwork: 200,
  connectionsPerSubject: 20,
  events: { perSecond: 20, burst: 40 },
  handshakes: { perSecond: 10, burst: 200 },
};
