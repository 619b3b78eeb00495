import { accountFigures, findUnvalued, heldCentsOf } from '@halyard/core/engine';
import type { EngineRules, SymbolMarket } from '@halyard/core/engine';
import type { Instrument } from '@halyard/core/instrument';
import type { Purse } from '@halyard/core/linked-accounts';
import { ZERO_CENTS, type Cents } from '@halyard/core/money';
import type { EngineClient } from '#engine/engine.ts';
import type { Database } from '#platform/db/db.ts';
import { findGroup } from './find-group.ts';

export type PurseDeps = {
  readonly db: Database;
  readonly engine: Pick<EngineClient, 'account' | 'market'>;
  readonly rules: EngineRules;
  /** The listed instruments, by symbol. */
  readonly listed: ReadonlyMap<string, Instrument>;
};

export type LinkedPurse = Purse & {
  /** The funds held for withdrawals, which are not available until the withdrawals are rejected. */
  readonly heldCents: Cents;
};

/**
 * Returns what each account linked with the customer's could withdraw now; nothing for accounts
 * with an unpriced position.
 */
export async function listPurses(
  { db, engine, rules, listed }: PurseDeps,
  customerId: number,
): Promise<readonly LinkedPurse[]> {
  const group = await findGroup(db.kysely, customerId);
  const purses: LinkedPurse[] = [];
  for (const accountId of group) {
    if (accountId === customerId) continue;
    const account = await engine.account(accountId);
    if (account === undefined) continue;
    const symbols = new Set([...account.positions.values()].map(({ symbol }) => symbol));
    const markets = new Map(
      [...symbols].map((symbol): [string, SymbolMarket] => [symbol, engine.market(symbol)]),
    );
    const state = { rules, instruments: listed, markets };
    const isUnvalued = findUnvalued(state, account) !== undefined;
    purses.push({
      accountId,
      availableCents: isUnvalued ? ZERO_CENTS : accountFigures(state, account).withdrawableCents,
      heldCents: heldCentsOf(account),
    });
  }
  return purses;
}
