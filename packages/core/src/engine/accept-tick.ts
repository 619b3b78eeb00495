// The order of actions within one tick: (a) the positions whose levels the quote reaches close, by
// id; (b) for each account with a position on the symbol, by id: the margin close-out, then
// negative balance protection if nothing stays open, then margin warnings. All closes fill at this
// tick, and guaranteed stops at their own level.
import { assertPresent } from '#assertion/assertion.ts';
import { assertQuote, type Quote } from '#instrument/instrument.ts';
import type { AccountId, Position } from '#position/position.ts';
import { listFiredLevels } from '#trigger/trigger.ts';
import { closeWhole, createDraft, settleBalance } from './account/account.ts';
import type { AccountDraft } from './account/account.ts';
import type { AcceptTick } from './command.ts';
import { decided, type Decision } from './decision.ts';
import type { Event } from './event.ts';
import { closeOut, isUnderLevel, crossWarnings } from './margin/margin.ts';
import { getBook, getMarket, isCalm, isLive, type MarketView } from './market-view.ts';
import type { Account, EngineState } from './state.ts';

/**
 * Accepts a quote of a listed symbol. A quote that is not newer than the last changes nothing; a
 * quote of a symbol that is not live only becomes its last quote. Never rejects; asserts that the
 * quote is valid.
 */
export function decideAcceptTick(state: EngineState, command: AcceptTick): Decision {
  const { quote, atMs } = command;
  assertQuote(quote);
  const book = getBook(state, quote.symbol);
  const { quote: previous } = book.market;
  if (previous !== undefined && quote.sequence <= previous.sequence) return decided();

  const accepted = { kind: 'tick-accepted', quote } as const;
  if (isCalm(state, book, quote) || !isLive(book, quote, atMs)) return decided(accepted);

  const positions = book.levels.listReached(quote);
  const accountIds = state.marginBands.listEndangered(book.sides, quote);
  if (positions.length === 0 && accountIds.length === 0) return decided(accepted);
  const closes = listCloses(state, command, { positions, accountIds });
  return { kind: 'decided', events: [accepted, ...closes] };
}

/**
 * Returns the events of a quote on a live symbol; the state still holds the previous quote. Naming
 * more positions or accounts than the quote concerns costs time but changes no result.
 */
export function listCloses(
  state: EngineState,
  { quote, atMs }: AcceptTick,
  concerned: { readonly positions: Iterable<Position>; readonly accountIds: Iterable<AccountId> },
): readonly Event[] {
  const previous = getMarket(state, quote.symbol).quote;
  const { levels } = getBook(state, quote.symbol);
  const positions = [...concerned.positions].map((position) => levels.current(position));
  const view = { state, incoming: quote };
  const tick = { state, view, quote, atMs, drafts: new Map<AccountId, AccountDraft>() };
  return [
    ...closeFired(tick, listFiredLevels(positions, quote, previous)),
    ...closeOutAccounts(tick, concerned.accountIds),
  ];
}

type Tick = {
  readonly state: EngineState;
  readonly view: MarketView;
  readonly quote: Quote;
  readonly atMs: number;
  /** The drafts of the accounts in which the quote has closed a position. */
  readonly drafts: Map<AccountId, AccountDraft>;
};

function closeFired(tick: Tick, fired: ReturnType<typeof listFiredLevels>): readonly Event[] {
  return fired.map(({ position, reason }) => {
    const draft = draftOf(tick, getAccount(tick.state, position.accountId));
    return closeWhole(draft, { position, quote: tick.quote, reason });
  });
}

function closeOutAccounts(tick: Tick, named: Iterable<AccountId>): readonly Event[] {
  const events: Event[] = [];
  const touchedIds = new Set([...named, ...tick.drafts.keys()]);
  for (const accountId of [...touchedIds].toSorted((first, second) => first - second)) {
    const account = getAccount(tick.state, accountId);
    if (isUnderLevel(tick.view, account, tick.drafts.get(accountId))) {
      events.push(...closeOut(tick.view, draftOf(tick, account)));
    }
    const draft = tick.drafts.get(accountId);
    if (draft !== undefined) events.push(...settleBalance(draft));
    events.push(...crossWarnings(tick.view, account, { atMs: tick.atMs, draft }));
  }
  return events;
}

function draftOf(tick: Tick, account: Account): AccountDraft {
  const existing = tick.drafts.get(account.id);
  if (existing !== undefined) return existing;
  const draft = createDraft(tick.state, account, tick.atMs);
  tick.drafts.set(account.id, draft);
  return draft;
}

function getAccount(state: EngineState, id: AccountId): Account {
  return assertPresent(state.accounts.get(id), () => `account ${id} is there`);
}
