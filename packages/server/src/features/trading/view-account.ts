import type {
  BalanceFigures,
  PositionLists,
  Position as WirePosition,
} from '@halyard/contract/trading';
import { HISTORY_RECENT_MAX } from '@halyard/contract/trading';
import { assertPresent } from '@halyard/core/assertion';
import { accountFigures } from '@halyard/core/engine';
import type { Account, EngineRules, SymbolMarket } from '@halyard/core/engine';
import type { Quote } from '@halyard/core/instrument';
import type { Position } from '@halyard/core/position';
import type { MarketView } from '@halyard/market';
import type { EngineClient } from '#engine/engine.ts';
import { toWireFigures } from './figures-to-wire.ts';
import { getInstrument } from './instruments.ts';
import type { Instruments } from './instruments.ts';
import { toWireClosedPosition, toWireOpenPosition } from './position-to-wire.ts';
import type { RecentHistory } from './recent-history.ts';

export type ViewDeps = {
  readonly engine: EngineClient;
  readonly market: MarketView;
  readonly instruments: Instruments;
  readonly rules: EngineRules;
  readonly recentHistory: RecentHistory;
};

/** Returns the figures of an account at the latest prices. */
export async function viewFigures(deps: ViewDeps, accountId: number): Promise<BalanceFigures> {
  return toFigures(deps, await getAccount(deps, accountId));
}

/** Returns the open positions, newest first, and the HISTORY_RECENT_MAX that were closed last. */
export async function viewPositions(deps: ViewDeps, accountId: number): Promise<PositionLists> {
  return await toLists(deps, await getAccount(deps, accountId));
}

export type AccountView = { readonly figures: BalanceFigures; readonly positions: PositionLists };

/** Returns figures and positions of the same moment. */
export async function viewAccount(deps: ViewDeps, accountId: number): Promise<AccountView> {
  const account = await getAccount(deps, accountId);
  const positions = await toLists(deps, account);
  return { figures: toFigures(deps, account), positions };
}

type AccountNow = Readonly<Account>;

async function getAccount(deps: ViewDeps, accountId: number): Promise<AccountNow> {
  const account = await deps.engine.account(accountId);
  return assertPresent(account, 'a signed-in customer has an account');
}

/**
 * Returns a symbol's quote. Until a source sends the first quote after a start, it is the engine's
 * last one from before the start.
 */
function findQuote({ market, engine }: ViewDeps, symbol: string): Quote | undefined {
  return market.quote(symbol) ?? engine.market(symbol).quote;
}

function toFigures(deps: ViewDeps, account: AccountNow): BalanceFigures {
  const symbols = new Set([...account.positions.values()].map(({ symbol }) => symbol));
  const markets = new Map(
    [...symbols].map((symbol): [string, SymbolMarket] => [
      symbol,
      { quote: findQuote(deps, symbol), state: deps.market.state(symbol), closesAtMs: null },
    ]),
  );
  const { rules, instruments } = deps;
  return toWireFigures(accountFigures({ rules, instruments, markets }, account));
}

async function toLists(deps: ViewDeps, account: AccountNow): Promise<PositionLists> {
  const closed = await deps.recentHistory.list(account.id);
  return {
    open: toOpen(deps, account).map(({ wire }) => wire),
    history: closed
      .slice(0, HISTORY_RECENT_MAX)
      .map((position) =>
        toWireClosedPosition(position, getInstrument(deps.instruments, position.symbol)),
      ),
  };
}

/** A position with its wire form at the latest price. */
export type ShownPosition = { readonly source: Position; readonly wire: WirePosition };

/**
 * Returns the figures and the open positions, newest first, of an account as the engine returned
 * it.
 */
export function toAccountView(
  deps: ViewDeps,
  account: AccountNow,
): { readonly figures: BalanceFigures; readonly open: readonly ShownPosition[] } {
  return { figures: toFigures(deps, account), open: toOpen(deps, account) };
}

function toOpen(deps: ViewDeps, account: AccountNow): readonly ShownPosition[] {
  const open = [...account.positions.values()].toSorted((left, right) => right.id - left.id);
  return open.map((source) => {
    const moment = { quote: findQuote(deps, source.symbol), rules: deps.rules };
    const instrument = getInstrument(deps.instruments, source.symbol);
    return { source, wire: toWireOpenPosition(source, instrument, moment) };
  });
}
