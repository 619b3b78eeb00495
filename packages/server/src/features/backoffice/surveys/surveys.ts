// Questions about the open positions of all accounts. They are data, because the program that asks
// need not run the engine.
import type { EngineRules } from '@halyard/core/engine';
import type { Instrument } from '@halyard/core/instrument';
import { cents } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import { dividend, splitStake } from '@halyard/core/position';
import type { Position } from '@halyard/core/position';
import type { EngineOwner } from '#engine/engine-owner.ts';
import { readScenario } from './read-scenario.ts';
import type { HoldingsQuestion, Surveys } from './questions.ts';
import { createSurvey } from './survey-dealing.ts';

export { createRemoteSurveys, serveSurveys } from './remote-surveys.ts';
export type { ScenarioReply } from './read-scenario.ts';
export type { HoldingsQuestion, Surveys } from './questions.ts';

type SurveysDeps = {
  readonly owner: EngineOwner;
  readonly instruments: readonly Instrument[];
  readonly rules: EngineRules;
};

/** Answers questions in the program that runs the engine. */
export function createSurveys({ owner, instruments, rules }: SurveysDeps): Surveys {
  return {
    dealing: async (atMs) => {
      const markets = new Map(instruments.map(({ symbol }) => [symbol, owner.market(symbol)]));
      const listed = new Map(instruments.map((one) => [one.symbol, one]));
      const gathered = createSurvey({ rules, instruments: listed, markets });
      await owner.visitHolders(gathered.visit);
      return gathered.result(atMs);
    },
    scenario: async (question) =>
      await readScenario({ engine: owner, instruments, rules }, question),
    holdings: async ({ symbol, action }) => {
      let positions = 0;
      let notionalCents = 0;
      let movedCents = 0;
      await owner.visitHolders((account) => {
        for (const position of account.positions.values()) {
          if (position.symbol !== symbol) continue;
          positions += 1;
          notionalCents += position.amountCents * position.leverage;
          movedCents += Math.abs(weigh(position, action));
        }
      });
      return { positions, notionalCents: cents(notionalCents), movedCents: cents(movedCents) };
    },
  };
}

function weigh(position: Position, action: HoldingsQuestion['action']): Cents {
  return action.kind === 'split' ? splitStake(position, action) : dividend(position, action);
}
