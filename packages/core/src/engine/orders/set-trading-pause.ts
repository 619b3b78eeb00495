import { decided, type Decision } from '../decision.ts';
import type { SetTradingPause } from './order-commands.ts';
import type { EngineState } from '../state.ts';

/** Entry orders wait untriggered while trading is paused. Never refuses. */
export function decideSetTradingPause(
  { isTradingPaused }: EngineState,
  { isPaused }: SetTradingPause,
): Decision {
  if (isPaused === isTradingPaused) return decided();
  return decided({ kind: 'trading-pause-set', isPaused });
}
