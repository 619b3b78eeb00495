import { MINUTE_MS } from '@halyard/core/time';
import { cancelDeposit } from './cancel-deposit.ts';
import type { StepDeps } from '../finish-step.ts';
import { TYPE } from '../transaction.ts';
import { listAbandonedCards } from '../transaction-store.ts';

/** With the minute between two runs a card deposit ends within half an hour. */
const ABANDONED_AFTER_MS = 28 * MINUTE_MS;
const PAGE_LENGTH = 100;

/**
 * Cancels card deposits that nobody paid within half an hour, for they count against what the customer
 * may deposit; returns how many. The time counts from the handover to the provider, if there was one.
 * The provider is still asked, and a success that comes later is settled as any late one.
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
    // A page of which nothing ended would come again for ever.
    if (ids.length < PAGE_LENGTH || inPage === 0) return ended;
  }
}
