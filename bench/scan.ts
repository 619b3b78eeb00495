// The work of an engine without indexes: at every tick it checks each position of the symbol, and
// computes the margin of each account that holds one.
import { accountFigures, type EngineState } from '@halyard/core/engine';
import type { Quote } from '@halyard/core/instrument';
import type { AccountId, Position } from '@halyard/core/position';
import { listFiredLevels } from '@halyard/core/trigger';

export type Scan = (quote: Quote, previous: Quote | undefined) => number;

/** Returns a scan, which returns the number of positions and accounts that a quote would close. */
export function createScan(state: EngineState): Scan {
  const bySymbol = new Map<string, Position[]>();
  for (const account of state.accounts.values()) {
    for (const position of account.positions.values()) {
      const positions = bySymbol.get(position.symbol) ?? [];
      positions.push(position);
      bySymbol.set(position.symbol, positions);
    }
  }
  return (quote, previous) => {
    const positions = bySymbol.get(quote.symbol) ?? [];
    let found = listFiredLevels(positions, quote, previous).length;
    for (const accountId of new Set(positions.map((position) => position.accountId))) {
      if (isUnderLevel(state, accountId)) found += 1;
    }
    return found;
  };
}

function isUnderLevel(state: EngineState, accountId: AccountId): boolean {
  const account = state.accounts.get(accountId);
  if (account === undefined) throw new Error('an account');
  const { equityCents, usedMarginCents } = accountFigures(state, account);
  return equityCents * 100 < usedMarginCents * state.rules.marginCloseOutPercent;
}
