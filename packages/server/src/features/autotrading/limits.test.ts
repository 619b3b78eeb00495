import { HOUR_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import { findLimit } from './limits.ts';
import type { Past } from './limits.ts';

const QUIET: Past = {
  openCount: 0,
  openProfitCents: 0,
  entriesToday: 0,
  profitTodayCents: 0,
  profitCents: 0,
  peakCents: 0,
  lossesInARow: 0,
  lastClosedAtMs: undefined,
};

// In both cases the account reaches a limit: an equity of € 970 after a loss of € 30 on € 1,000,
// and of € 990 after a loss of € 110 on € 1,100.
it.each([
  ['nothing happened', {}, 1_000, undefined],
  ['3 % was lost today', { profitTodayCents: -3_000 }, 970, 'day-stop'],
  ['a cent less was lost', { profitTodayCents: -2_999 }, 970.01, undefined],
  ['open losses count', { profitTodayCents: -1_000, openProfitCents: -2_000 }, 970, 'day-stop'],
  ['open gains count', { profitTodayCents: -3_000, openProfitCents: 100 }, 971, undefined],
  [
    '10 % was lost since the peak',
    { profitCents: -1_000, peakCents: 10_000 },
    990,
    'drawdown-stop',
  ],
  ['a cent less since the peak', { profitCents: -999, peakCents: 10_000 }, 990.01, undefined],
  ['10 % from the beginning', { profitCents: -10_000 }, 900, 'drawdown-stop'],
  ['open losses count there too', { openProfitCents: -10_000 }, 900, 'drawdown-stop'],
  [
    'three lost in a row',
    { lossesInARow: 3, lastClosedAtMs: 6 * HOUR_MS + 1 },
    1_000,
    'losing-streak',
  ],
  ['four hours ago', { lossesInARow: 3, lastClosedAtMs: 6 * HOUR_MS }, 1_000, undefined],
  ['two lost in a row', { lossesInARow: 2, lastClosedAtMs: 9 * HOUR_MS }, 1_000, undefined],
  ['three are open', { openCount: 3 }, 1_000, 'open-max'],
  ['six were opened today', { entriesToday: 6 }, 1_000, 'entries-max'],
] as const)('applies the right limit when %s', (_, past, equityEuros, limit) => {
  const equityCents = Math.round(equityEuros * 100);
  expect(findLimit({ ...QUIET, ...past }, { equityCents, atMs: 10 * HOUR_MS })).toBe(limit);
});
