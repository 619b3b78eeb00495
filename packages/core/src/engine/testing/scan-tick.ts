import { listCloses } from '../accept-tick.ts';
import type { AcceptTick } from '../command.ts';
import type { Decision } from '../decision.ts';
import type { EngineState } from '../state.ts';

/**
 * Returns the events of a tick without using any index: it checks every position of the symbol and
 * the margin of every account that holds one.
 */
export function decideTickByScan(state: EngineState, command: AcceptTick): Decision {
  const { quote, atMs } = command;
  const accepted = { kind: 'tick-accepted', quote } as const;
  const staleAfterMs = state.instruments.get(quote.symbol)?.staleAfterMs ?? 0;
  const isYoung = atMs <= quote.receivedAtMs + staleAfterMs;
  if (state.markets.get(quote.symbol)?.state !== 'live' || !isYoung) {
    return { kind: 'decided', events: [accepted] };
  }
  const positions = [...state.accounts.values()].flatMap((account) =>
    [...account.positions.values()].filter((position) => position.symbol === quote.symbol),
  );
  const accountIds = positions.map(({ accountId }) => accountId);
  const closes = listCloses(state, command, { positions, accountIds });
  return { kind: 'decided', events: [accepted, ...closes] };
}
