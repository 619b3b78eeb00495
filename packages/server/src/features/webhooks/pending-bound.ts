// How many deliveries may be pending. Further ones fail at once and can be resent. Each customer has a
// bound of their own at each endpoint, so that those of one customer leave room for all others.
import { SECOND_MS } from '@halyard/core/time';
import type { Kysely } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import { countPending } from './webhook-store.ts';
import type { EndpointRow } from './webhook-store.ts';

/** The maximum of one customer at one endpoint. */
const PENDING_MAX = 1_000;
/** The maximum of all customers together at one endpoint of the operator. */
const OPERATOR_PENDING_MAX = 100_000;
/** Counting so many rows takes milliseconds, so each count is used for a while. */
const COUNTED_EVERY_MS = 10 * SECOND_MS;

type Counted = { readonly atMs: number; readonly count: number };

export type PendingBound = {
  /**
   * Returns whether one more delivery of the customer, or of all visitors, has no room at the
   * endpoint.
   */
  isFull(
    tx: Kysely<object>,
    endpoint: Pick<EndpointRow, 'id' | 'customer_id'>,
    customerId: number | null,
  ): Promise<boolean>;
};

export function createPendingBound(clock: Clock): PendingBound {
  // The operator has few endpoints, so the map stays small.
  const counts = new Map<number, Counted>();
  const isOperatorFull = async (tx: Kysely<object>, endpointId: number): Promise<boolean> => {
    const nowMs = clock.nowMs();
    const known = counts.get(endpointId);
    const isRecent = known !== undefined && nowMs - known.atMs < COUNTED_EVERY_MS;
    const { atMs, count } = isRecent
      ? known
      : { atMs: nowMs, count: await countPending(tx, { endpointId, max: OPERATOR_PENDING_MAX }) };
    counts.set(endpointId, { atMs, count: count + 1 });
    return count >= OPERATOR_PENDING_MAX;
  };
  return {
    isFull: async (tx, { id: endpointId, customer_id: owner }, customerId) => {
      const max = PENDING_MAX;
      if (owner !== null) return (await countPending(tx, { endpointId, max })) >= max;
      const ofCustomer = await countPending(tx, { endpointId, customerId, max });
      return ofCustomer >= max || (await isOperatorFull(tx, endpointId));
    },
  };
}
