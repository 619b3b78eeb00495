import { entriesOf, type Charge } from './charge-posting.ts';
import { createPosting, type Posting } from './posting.ts';

/**
 * Returns the journal entry of a split or dividend on a position, against house:trading; at most
 * one per position and action, such as 'dividend:2026-Q4'.
 */
export function createAdjustmentPosting(charge: Charge, action: string): Posting {
  const reference = `position:${charge.positionId}`;
  return createPosting({
    kind: 'adjustment',
    reference,
    uniqueKey: `${action}:${reference}`,
    atMs: charge.atMs,
    entries: entriesOf(charge, 'house:trading'),
  });
}
