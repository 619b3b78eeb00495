import type { Position } from '@halyard/contract/trading';
import { HISTORY_RECENT_MAX } from '@halyard/contract/trading';
import type { Database } from '#platform/db/db.ts';
import { getInstrument } from './instruments.ts';
import type { Instruments } from './instruments.ts';
import { toWireClosedPosition } from './position-to-wire.ts';
import { listClosedPositions } from './position-store.ts';

export type HistoryRequest = {
  readonly accountId: number;
  readonly before: number | undefined;
  readonly limit: number | undefined;
};

/** Returns a page of closed positions, latest closed first. */
export async function listHistory(
  deps: { readonly db: Database; readonly instruments: Instruments },
  request: HistoryRequest,
): Promise<Position[]> {
  const positions = await listClosedPositions(deps.db.kysely, {
    accountId: request.accountId,
    beforeId: request.before,
    limit: request.limit ?? HISTORY_RECENT_MAX,
  });
  return positions.map((position) =>
    toWireClosedPosition(position, getInstrument(deps.instruments, position.symbol)),
  );
}
