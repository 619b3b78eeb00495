import type { Refusal } from '@halyard/contract/refusals';
import type { Appropriateness } from '#features/appropriateness/appropriateness.ts';
import type { Maintenance } from '#features/maintenance/maintenance.ts';
import type { Safeguards } from '#features/safeguards/safeguards.ts';
import type { Engine } from '#engine/engine.ts';

export type OpeningDeps = {
  readonly engine: Engine;
  readonly maintenance: Pick<Maintenance, 'findOpeningRefusal'>;
  readonly appropriateness: Pick<Appropriateness, 'findOpeningRefusal'>;
  readonly safeguards: Pick<Safeguards, 'findOpeningStop'>;
};

/** Returns the error of every opening of an account, in the order of the engine's checks. */
export async function findOpeningRefusal(
  deps: OpeningDeps,
  accountId: number,
): Promise<Refusal | undefined> {
  const paused = deps.maintenance.findOpeningRefusal();
  if (paused !== undefined) return paused;
  const unasked = await deps.appropriateness.findOpeningRefusal(accountId);
  if (unasked !== undefined) return unasked;
  const account = await deps.engine.account(accountId);
  switch (account?.terms.status) {
    case 'blocked':
      return { code: 'blocked' };
    case 'close-only':
      return await explainCloseOnly(deps, accountId);
    case 'active':
    case undefined:
      return undefined;
  }
}

/**
 * Returns the client limit that makes the account close-only, because it explains the rejection
 * better.
 */
export async function explainCloseOnly(
  deps: Pick<OpeningDeps, 'safeguards'>,
  accountId: number,
): Promise<Refusal> {
  return (await deps.safeguards.findOpeningStop(accountId)) ?? { code: 'close-only' };
}
