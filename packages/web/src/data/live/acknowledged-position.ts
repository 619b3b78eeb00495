// The position that the server's acknowledgement of an order carries.
import { Position } from '@halyard/contract/trading';

/** The position that was opened or closed; undefined when the acknowledgement holds none. */
export function acknowledgedPosition(data: unknown): Position | undefined {
  if (typeof data !== 'object' || data === null || !('position' in data)) return undefined;
  const parsed = Position.safeParse(data.position);
  return parsed.success ? parsed.data : undefined;
}
