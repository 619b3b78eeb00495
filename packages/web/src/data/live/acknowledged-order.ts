// Parses the entry order in the server's acknowledgement of a command.
import { Order } from '@halyard/contract/orders';

/**
 * Returns the order that was placed, amended or cancelled; undefined if the acknowledgement has
 * none.
 */
export function acknowledgedOrder(data: unknown): Order | undefined {
  if (typeof data !== 'object' || data === null || !('order' in data)) return undefined;
  const parsed = Order.safeParse(data.order);
  return parsed.success ? parsed.data : undefined;
}
