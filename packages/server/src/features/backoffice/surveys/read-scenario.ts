// The scenario table of a symbol: the engine's own functions judge moved quotes on copies of the
// accounts with the largest notional in it.
import { SCENARIO_MOVES, SCENARIO_POSITIONS_MAX } from '@halyard/contract/backoffice/dealing';
import type { getScenario } from '@halyard/contract/backoffice/dealing';
import type { ReplyOf } from '@halyard/contract/route';
import { createScenario } from '@halyard/core/engine';
import type { Account, EngineRules } from '@halyard/core/engine';
import type { Instrument } from '@halyard/core/instrument';
import { toEuros } from '@halyard/core/money';
import { setImmediate } from 'node:timers/promises';
import type { EngineOwner } from '#engine/engine-owner.ts';

export type ScenarioReply = ReplyOf<typeof getScenario>;
type Deps = {
  readonly engine: EngineOwner;
  readonly instruments: readonly Instrument[];
  readonly rules: EngineRules;
};
type Holder = { readonly id: number; readonly positions: number; readonly notional: number };

export async function readScenario(
  { engine, instruments, rules }: Deps,
  { symbol, atMs }: { readonly symbol: string; readonly atMs: number },
): Promise<ScenarioReply> {
  const holders = await listHoldersOf(engine, symbol);
  const chosen = chooseLargest(holders);
  const accounts: Readonly<Account>[] = [];
  for (const { id } of chosen) {
    const account = await engine.account(id);
    if (account !== undefined) accounts.push(account);
  }
  const markets = new Map(instruments.map((one) => [one.symbol, engine.market(one.symbol)]));
  const scenario = createScenario({ rules, instruments, markets, accounts, symbol, atMs });
  const moves: ScenarioReply['moves'] = [];
  for (const move of scenario === undefined ? [] : SCENARIO_MOVES) {
    // The limit of positions keeps each step to some milliseconds; orders are decided in between.
    await setImmediate();
    const outcome = scenario?.outcomeOf(move);
    if (outcome === undefined) continue;
    moves.push({
      move_percent: move,
      broker_result: toEuros(outcome.brokerCents),
      protection: toEuros(outcome.protectionCents),
      positions_closed: outcome.positionsClosed,
      accounts_closing: outcome.accountsClosing,
    });
  }
  return {
    at: new Date(atMs).toISOString(),
    accounts: holders.length,
    considered: accounts.length,
    considered_percent: shareOf(chosen, holders),
    moves,
  };
}

async function listHoldersOf(engine: Deps['engine'], symbol: string): Promise<readonly Holder[]> {
  const holders: Holder[] = [];
  await engine.visitHolders(({ id, positions }) => {
    let notional = 0;
    for (const position of positions.values()) {
      if (position.symbol === symbol) notional += position.amountCents * position.leverage;
    }
    if (notional > 0) holders.push({ id, positions: positions.size, notional });
  });
  return holders.toSorted((one, other) => other.notional - one.notional);
}

/** Whole accounts, because a margin close-out concerns all positions of one. */
function chooseLargest(holders: readonly Holder[]): readonly Holder[] {
  let positions = 0;
  return holders.filter((holder) => {
    positions += holder.positions;
    return positions <= SCENARIO_POSITIONS_MAX;
  });
}

function shareOf(chosen: readonly Holder[], holders: readonly Holder[]): number {
  const sum = (some: readonly Holder[]): number =>
    some.reduce((total, { notional }) => total + notional, 0);
  const all = sum(holders);
  return all === 0 ? 100 : Math.floor((sum(chosen) * 1000) / all) / 10;
}
