import type { Counts, Sabotage } from './injected-failures.ts';

/** How much happens in a run before all heals. A short one costs a ninth of a long one. */
export const LENGTHS = {
  long: { accounts: 20, commands: 300, ticks: 1_000 },
  short: { accounts: 5, commands: 50, ticks: 150 },
} as const;
export type RunLength = keyof typeof LENGTHS;

export type SimulationOptions = {
  readonly sabotage?: Sabotage | undefined;
  /** Otherwise the trace is empty: many seeds after each other do without. */
  readonly isTraced?: boolean | undefined;
  /** Customers use edges, which reach the engine by messages that get lost. */
  readonly hasEdges?: boolean | undefined;
  /** The history checker judges alone: what the other checks find is ignored. */
  readonly isJudgedByHistory?: boolean | undefined;
  /** Long, unless said otherwise. */
  readonly length?: RunLength | undefined;
};

export type SimulationResult = {
  readonly seed: number;
  /** Of all that was committed and acknowledged, in its order. */
  readonly trace: string;
  readonly counts: Counts;
  readonly failure: string | undefined;
};
