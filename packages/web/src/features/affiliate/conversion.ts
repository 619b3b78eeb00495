import type { AffiliateSignUp } from '@halyard/contract/affiliates';

const PERCENT = 100;

export type Conversion = {
  readonly total: number;
  /** The number of sign-ups with a first deposit. */
  readonly deposited: number;
  /** The conversion rate in percent, rounded; 0 without sign-ups. */
  readonly percent: number;
};

export function convert(signUps: readonly AffiliateSignUp[]): Conversion {
  const total = signUps.length;
  const deposited = signUps.filter(({ transaction }) => transaction !== null).length;
  const percent = total === 0 ? 0 : Math.round((deposited / total) * PERCENT);
  return { total, deposited, percent };
}
