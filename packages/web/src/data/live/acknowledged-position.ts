// The position in the server's acknowledgement of an order.
import { Position } from '@halyard/contract/trading';

/** The opened or closed position; undefined if the acknowledgement has none. */
export function acknowledgedPosition(data: unknown): Position | undefined {
  if (typeof data !== 'object' || data === null || !('position' in data)) return undefined;
  const parsed = Position.safeParse(data.position);
  return parsed.success ? parsed.data : undefined;
}
