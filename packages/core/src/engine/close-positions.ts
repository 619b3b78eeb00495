import { profitAt, type Position } from '#position/position.ts';
import { closeWhole, createDraft, settleBalance } from './account/account.ts';
import type { ClosePositions } from './command.ts';
import { decided, rejectionOf, refused, type Decision } from './decision.ts';
import type { Event } from './event.ts';
import { endWarning } from './margin/margin.ts';
import { findLiveQuote, findQuote, type MarketView } from './market-view.ts';
import type { EngineState } from './state.ts';

/**
 * Closes all or the losing positions of an account, by id; positions whose symbol is not live stay
 * open. Rejects with not-found (account), and with price-unavailable if there are such positions
 * and none can be closed.
 */
export function decideClosePositions(state: EngineState, command: ClosePositions): Decision {
  const account = state.accounts.get(command.accountId);
  if (account === undefined)
    return refused(rejectionOf('not-found', { account: command.accountId }));

  const view = { state, incoming: undefined };
  const chosen = [...account.positions.values()]
    .filter((position) => command.which === 'all' || isLosing(view, position))
    .toSorted((first, second) => first.id - second.id);

  const draft = createDraft(state, account, command.atMs);
  const events: Event[] = [];
  for (const position of chosen) {
    const quote = findLiveQuote(view, position.symbol, command.atMs);
    if (quote !== undefined)
      events.push(closeWhole(draft, { position, quote, reason: 'manually' }));
  }
  if (chosen.length > 0 && events.length === 0) return refused(rejectionOf('price-unavailable'));
  if (events.length === 0) return decided();
  return decided(...events, ...settleBalance(draft), ...endWarning(draft));
}

function isLosing(view: MarketView, position: Position): boolean {
  return profitAt(position, findQuote(view, position.symbol) ?? position.openQuote) < 0;
}
