import type { AcceptTick } from '../command.ts';
import type { Decision } from '../decision.ts';
import { decideTick } from '../accept-tick.ts';
import type { EngineState } from '../state.ts';

/**
 * What a tick brings about, found without any index: every position of the symbol is looked at,
 * and the margin of every account that has one is tested.
 */
export function decideTickByScan(state: EngineState, command: AcceptTick): Decision {
  return decideTick(state, command, ({ symbol }) => {
    const positions = [...state.accounts.values()].flatMap((account) =>
      [...account.positions.values()].filter((position) => position.symbol === symbol),
    );
    return { positions, accountIds: positions.map(({ accountId }) => accountId) };
  });
}
