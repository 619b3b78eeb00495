// The margin close-out: when 100 × equity < level × used margin, in integers, the engine closes the
// position with the worst profit, ties by id, one at a time, until 100 × equity ≥ level × used
// margin. A position whose symbol is not live stays open, and the account is tested again at that
// symbol's next live tick.
import type { Quote } from '#instrument/instrument.ts';
import { profitAt, type Position } from '#position/position.ts';
import { closeWhole, isEmptied, balanceOf, isBelowLevel } from '../account/account.ts';
import type { AccountDraft } from '../account/account.ts';
import type { Event } from '../event.ts';
import { findLiveQuote, findQuote, type MarketView } from '../market-view.ts';
import type { Account } from '../state.ts';

type Exposed = { readonly equityCents: number; readonly usedMarginCents: number };

/**
 * Returns whether the account, without the positions that its draft has closed, is below the
 * close-out level. Returns false while a position has no quote, because equity is then unknown and
 * must not close anything.
 */
export function isUnderLevel(
  view: MarketView,
  account: Account,
  draft: AccountDraft | undefined,
): boolean {
  const { rules } = view.state;
  const exposed = exposureOf(view, account, draft);
  if (exposed === undefined) return false;
  return isBelowLevel(exposed.equityCents, exposed.usedMarginCents, rules.marginCloseOutPercent);
}

/**
 * Closes positions in the draft until the account is back at the close-out level or no live
 * position is left.
 */
export function closeOut(view: MarketView, draft: AccountDraft): readonly Event[] {
  const exposed = exposureOf(view, draft.account, draft);
  if (exposed === undefined) return [];

  const events: Event[] = [];
  let { equityCents, usedMarginCents } = exposed;
  // A close moves its profit from unrealised to realised, so equity and the order of positions stay
  // the same; only due overnight financing lowers equity.
  for (const { position, quote } of listWorstFirst(view, draft)) {
    if (!isBelowLevel(equityCents, usedMarginCents, draft.rules.marginCloseOutPercent)) break;
    const balanceCents = balanceOf(draft.rules, draft);
    const closed = closeWhole(draft, { position, quote, reason: 'low-margin' });
    events.push(closed);
    equityCents += balanceOf(draft.rules, draft) - balanceCents - closed.position.profitCents;
    usedMarginCents -= position.amountCents;
  }
  return events;
}

/**
 * Returns equity and used margin of the account without the positions that its draft has closed;
 * undefined when nothing is open or a position has no quote.
 */
export function exposureOf(
  view: MarketView,
  account: Account,
  draft: AccountDraft | undefined,
): Exposed | undefined {
  if (draft !== undefined && isEmptied(draft)) return undefined;
  let equityCents: number = balanceOf(view.state.rules, draft ?? account);
  let usedMarginCents = 0;
  for (const position of account.positions.values()) {
    if (draft?.closedIds.has(position.id)) continue;
    const quote = findQuote(view, position.symbol);
    if (quote === undefined) return undefined;
    equityCents += profitAt(position, quote);
    usedMarginCents += position.amountCents;
  }
  return usedMarginCents === 0 ? undefined : { equityCents, usedMarginCents };
}

function listWorstFirst(
  view: MarketView,
  draft: AccountDraft,
): readonly { readonly position: Position; readonly quote: Quote; readonly profitCents: number }[] {
  const live = [];
  for (const position of draft.account.positions.values()) {
    if (draft.closedIds.has(position.id)) continue;
    const quote = findLiveQuote(view, position.symbol, draft.atMs);
    if (quote !== undefined) live.push({ position, quote, profitCents: profitAt(position, quote) });
  }
  return live.toSorted((first, second) => {
    const isTie = first.profitCents === second.profitCents;
    return isTie ? first.position.id - second.position.id : first.profitCents - second.profitCents;
  });
}
