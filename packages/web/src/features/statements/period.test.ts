import { describe, expect, it } from 'vitest';
import { checkPeriod, daysOf, PERIODS } from './period.ts';

const NOW = Date.UTC(2026, 0, 15, 23, 59);

describe('periods', () => {
  it.each([
    ['thisMonth', '2026-01-01', '2026-01-15'],
    ['lastMonth', '2025-12-01', '2025-12-31'],
    ['thisYear', '2026-01-01', '2026-01-15'],
    ['lastYear', '2025-01-01', '2025-12-31'],
  ] as const)('of %s are from %s until %s', (period, from, until) => {
    expect(daysOf(period, NOW)).toEqual({ from, until });
  });

  it('know the leap day', () => {
    const until = daysOf('lastMonth', Date.UTC(2028, 2, 31)).until;
    expect(until).toBe('2028-02-29');
  });

  it('are never reversed', () => {
    for (const period of PERIODS) {
      expect(checkPeriod({ ...daysOf(period, NOW), format: 'pdf' })).toEqual({});
    }
  });
});

describe('what was typed', () => {
  it('requires both days', () => {
    expect(checkPeriod({ from: '', until: '', format: 'csv' })).toEqual({
      from: { kind: 'fieldRequired' },
      until: { kind: 'fieldRequired' },
    });
  });

  it('may be one day, but never end before it begins', () => {
    const day = { from: '2026-01-15', format: 'pdf' };
    expect(checkPeriod({ ...day, until: '2026-01-15' })).toEqual({});
    expect(checkPeriod({ ...day, until: '2026-01-14' })).toEqual({
      until: { kind: 'periodReversed' },
    });
  });
});
