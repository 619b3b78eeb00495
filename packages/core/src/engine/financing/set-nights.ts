import { assert } from '#assertion/assertion.ts';
import type { SetNights } from '../command.ts';
import { decided, type Decision } from '../decision.ts';

/** Sets the financing days that closes pay for. Asserts ascending order. */
export function decideSetNights({ nights }: SetNights): Decision {
  const areInOrder = nights.every(({ day, cutOffAtMs }, index) => {
    const before = nights[index - 1];
    return before === undefined || (before.day < day && before.cutOffAtMs < cutOffAtMs);
  });
  assert(areInOrder, 'nights are in ascending order');
  return decided({ kind: 'nights-set', nights });
}
