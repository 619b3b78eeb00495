import type { SplitRatio } from '@halyard/core/instrument';
import type { Cents } from '@halyard/core/money';
import type { ScenarioReply } from './read-scenario.ts';
import type { Dealing } from './survey-dealing.ts';

export type HoldingsQuestion = {
  readonly symbol: string;
  /** The action whose effect on each position is summed. */
  readonly action:
    | ({ readonly kind: 'split' } & SplitRatio)
    | { readonly kind: 'dividend'; readonly micros: number; readonly decimals: number };
};

export type Holdings = {
  readonly positions: number;
  readonly notionalCents: Cents;
  /** What the action moves, without netting. */
  readonly movedCents: Cents;
};

export type Surveys = {
  /** Returns the broker's exposure. */
  dealing(atMs: number): Promise<Dealing>;
  /** Returns the scenario table of a symbol. */
  scenario(question: { readonly symbol: string; readonly atMs: number }): Promise<ScenarioReply>;
  /** Returns the sum of the open positions of a symbol. */
  holdings(question: HoldingsQuestion): Promise<Holdings>;
};
