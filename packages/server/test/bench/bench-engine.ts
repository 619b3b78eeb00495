import type { AccountTerms, EngineRules } from '@halyard/core/engine';
import type { Instrument } from '@halyard/core/instrument';

export const BENCH_RULES: EngineRules = {
  regime: 'eu-retail',
  marginCloseOutPercent: 50,
  marginWarningPercents: [100, 75],
  openPositionsMax: 200,
};

export const BENCH_TERMS: AccountTerms = {
  status: 'active',
  isVerified: true,
  clientCategory: 'retail',
  isProtected: false,
  permittedCategories: ['crypto'],
  leverageIndexes: { crypto: [0, 1] },
};

export const BENCH_INSTRUMENT: Instrument = {
  symbol: 'BTCUSD',
  name: 'Bitcoin',
  category: 'crypto',
  decimals: 2,
  leverageMaxRetail: 2,
  amountMaxCents: 100_000_000,
  staleAfterMs: 3_600_000,
  chartSymbol: 'BTCUSD',
  sessionId: 'always',
};
