// How long the runs of the soak `simulate` are.
import type { RunLength } from '../simulation/simulation-options.ts';

/** All runs of one length; or mostly short ones, which find more in the same time. */
export const LENGTH_MIXES = ['long', 'short', 'mixed'] as const;
export type LengthMix = (typeof LENGTH_MIXES)[number];
const LONG_EVERY = 50;

export function lengthOf(seed: number, mix: LengthMix): RunLength {
  if (mix !== 'mixed') return mix;
  return seed % LONG_EVERY === 0 ? 'long' : 'short';
}
