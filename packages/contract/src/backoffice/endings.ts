// The states in which a record takes no more actions.
import type { RejectionCode } from '../rejections.ts';
import { isIn, type State } from './presentation.ts';

/**
 * A state in which a record has ended, such as a closed account: the server rejects every action but
 * those that are left, and the back office offers no other.
 */
export type Ending = {
  /** On fields of the row that every role of the resource can read. */
  readonly state: State;
  readonly leaves: readonly string[];
  readonly rejection: RejectionCode;
};

/** Returns the state of the record that rejects the action, if it is in one. */
export function findEnding(
  { endings = [] }: { readonly endings?: readonly Ending[] },
  row: Readonly<Record<string, unknown>>,
  action: string,
): Ending | undefined {
  return endings.find(({ state, leaves }) => !leaves.includes(action) && isIn(state, row));
}
