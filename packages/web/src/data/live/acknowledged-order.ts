// The entry order that the server's acknowledgement of a command carries.
import { Order } from '@halyard/contract/orders';

/** The order that was placed, amended or cancelled; undefined when the acknowledgement holds none. */
export function acknowledgedOrder(data: unknown): Order | undefined {
  if (typeof data !== 'object' || data === null || !('order' in data)) return undefined;
  const parsed = Order.safeParse(data.order);
  return parsed.success ? parsed.data : undefined;
}
