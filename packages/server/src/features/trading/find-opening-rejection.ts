import type { Rejection } from '@halyard/contract/rejections';
import type { Appropriateness } from '#features/appropriateness/appropriateness.ts';
import type { TradingPause } from '#features/trading-pause/trading-pause.ts';
import type { ClientLimits } from '#features/client-limits/client-limits.ts';
import type { EngineClient } from '#engine/engine.ts';

export type OpeningDeps = {
  readonly engine: EngineClient;
  readonly tradingPause: Pick<TradingPause, 'findOpeningRejection'>;
  readonly appropriateness: Pick<Appropriateness, 'findOpeningRejection'>;
  readonly clientLimits: Pick<ClientLimits, 'findOpeningStop'>;
};

/** Returns the error of every opening of an account, in the order of the engine's checks. */
export async function findOpeningRejection(
  deps: OpeningDeps,
  accountId: number,
): Promise<Rejection | undefined> {
  const paused = deps.tradingPause.findOpeningRejection();
  if (paused !== undefined) return paused;
  const unasked = await deps.appropriateness.findOpeningRejection(accountId);
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
  deps: Pick<OpeningDeps, 'clientLimits'>,
  accountId: number,
): Promise<Rejection> {
  return (await deps.clientLimits.findOpeningStop(accountId)) ?? { code: 'close-only' };
}
