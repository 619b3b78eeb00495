import type { AffiliateSignUp } from '@halyard/contract/affiliates';

const PERCENT = 100;

export type Conversion = {
  readonly total: number;
  /** Those with a first deposit. */
  readonly deposited: number;
  /** Of a hundred, rounded to a whole one; of nobody it is none. */
  readonly percent: number;
};

export function convert(signUps: readonly AffiliateSignUp[]): Conversion {
  const total = signUps.length;
  const deposited = signUps.filter(({ transaction }) => transaction !== null).length;
  const percent = total === 0 ? 0 : Math.round((deposited / total) * PERCENT);
  return { total, deposited, percent };
}
