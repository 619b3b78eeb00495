import { decided, type Decision } from '../decision.ts';
import type { SetTradingPause } from '../order-commands.ts';
import type { EngineState } from '../state.ts';

/** Entry orders don't trigger while trading is paused. Never rejects. */
export function decideSetTradingPause(
  { isTradingPaused }: EngineState,
  { isPaused }: SetTradingPause,
): Decision {
  if (isPaused === isTradingPaused) return decided();
  return decided({ kind: 'trading-pause-set', isPaused });
}
