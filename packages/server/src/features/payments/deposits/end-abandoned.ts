import { MINUTE_MS } from '@halyard/core/time';
import { cancelDeposit } from './cancel-deposit.ts';
import type { StepDeps } from '../finish-step.ts';
import { TYPE } from '../transaction.ts';
import { listAbandonedCards } from '../transaction-store.ts';

/**
 * The age at which an unpaid card deposit is cancelled. With a minute between two runs, it ends
 * within half an hour.
 */
const ABANDONED_AFTER_MS = 28 * MINUTE_MS;
const PAGE_LENGTH = 100;

/**
 * Cancels card deposits that were not paid within half an hour, because they count towards the
 * customer's limits; returns how many. The time starts when the deposit was sent to the provider,
 * if it was. The provider is still queried, and a later success is settled.
 */
export async function endAbandonedDeposits(deps: StepDeps): Promise<number> {
  const beforeMs = deps.clock.nowMs() - ABANDONED_AFTER_MS;
  let ended = 0;
  for (;;) {
    const ids = await listAbandonedCards(deps.db.kysely, { beforeMs, limit: PAGE_LENGTH });
    let inPage = 0;
    for (const id of ids) {
      const done = await cancelDeposit(deps, {
        id,
        actor: 'system',
        note: 'not paid within half an hour',
        mayCancel: ({ typeId }) => typeId === TYPE.card,
      });
      inPage += done === undefined ? 0 : 1;
    }
    ended += inPage;
    // Ends when a page brought no change; otherwise it would be read again without end.
    if (ids.length < PAGE_LENGTH || inPage === 0) return ended;
  }
}
