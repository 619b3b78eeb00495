import type { CoverDeps } from '../action.ts';
import type { Rejection } from '@halyard/contract/rejections';
import { assertPresent } from '@halyard/core/assertion';
import { findPayoutRejection } from '@halyard/core/engine';
import type { SymbolMarket } from '@halyard/core/engine';
import type { EngineRejection } from '../finish-step.ts';
import type { Transaction } from '../transaction.ts';

/**
 * Returns why the account does not cover a held withdrawal: its open positions have lost too much,
 * could lose too much while their markets are closed, or can't be valued. A withdrawal without a
 * hold is judged by its status only.
 */
export async function findUncovered(
  { engine, rules, listed }: CoverDeps,
  { id, customerId }: Transaction,
): Promise<Rejection | undefined> {
  const account = assertPresent(await engine.account(customerId), 'a customer has an account');
  if (!account.holds.has(id)) return undefined;
  const symbols = new Set([...account.positions.values()].map(({ symbol }) => symbol));
  const markets = new Map(
    [...symbols].map((symbol): [string, SymbolMarket] => [symbol, engine.market(symbol)]),
  );
  const rejection = findPayoutRejection({ rules, instruments: listed, markets }, account, id);
  return rejection === undefined ? undefined : toUncovered(rejection);
}

/** Converts the engine's rejection. Its texts are for customers; these tell staff what to do. */
export function toUncovered({ code, facts }: EngineRejection): Rejection {
  return { code: code === 'withdraw-maximum' ? 'withdrawal-not-covered' : code, facts };
}
