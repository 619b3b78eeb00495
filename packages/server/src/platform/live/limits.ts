// How much one client, one address and one customer may ask of the live edge.
import type { Rate } from '#platform/http/http.ts';

export type LiveLimits = {
  /** Of one address, or one /64 of IPv6: all of it may be one client's. */
  readonly connectionsPerNetwork: number;
  readonly connectionsPerSubject: number;
  /** Of one socket. */
  readonly events: Rate;
  /** Of one network: how often it may try to get in. */
  readonly handshakes: Rate;
};

export const LIVE_LIMITS: LiveLimits = {
  connectionsPerNetwork: 200,
  connectionsPerSubject: 20,
  events: { perSecond: 20, burst: 40 },
  handshakes: { perSecond: 10, burst: 200 },
};
