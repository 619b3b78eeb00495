import type { PerformanceReport } from '@halyard/contract/performance/performance';
import { expect, it } from 'vitest';
import { barsOf, curveOf, toCsv } from './figures.ts';

const NOTHING = {
  total: 0,
  gross: 0,
  spread: 0,
  financing: 0,
  premium: 0,
  other: 0,
  trades: 0,
  wins: 0,
};
const day = (name: string, total: number) => ({ ...NOTHING, day: name, total });
const SHORT = [day('2026-03-02', 0.1), day('2026-03-03', 0.2), day('2026-04-01', -1)];

it('draws days, and months of a long period', () => {
  expect(barsOf(SHORT).map(({ name }) => name)).toEqual(['2026-03-02', '2026-03-03', '2026-04-01']);
  expect(barsOf([...SHORT, day('2026-09-01', 4)])).toEqual([
    { name: '2026-03', total: 0.3 },
    { name: '2026-04', total: -1 },
    { name: '2026-09', total: 4 },
  ]);
  expect(barsOf([])).toEqual([]);
});

it('cumulates whole cents from the first day of the period', () => {
  expect(curveOf(SHORT, '2026-03-01').map(({ total }) => total)).toEqual([0, 0.1, 0.3, -0.7]);
});

it('exports days and symbols', () => {
  const symbols = [{ ...NOTHING, symbol: 'BTCUSD', total: -0.7, trades: 3, wins: 1 }];
  const report = { days: SHORT.slice(0, 1), symbols } as unknown as PerformanceReport;
  expect(toCsv(report)).toBe(
    'kind,name,total,gross,spread,financing,premium,other,trades,wins\r\n' +
      'day,2026-03-02,0.1,0,0,0,0,0,0,0\r\n' +
      'symbol,BTCUSD,-0.7,0,0,0,0,0,3,1\r\n',
  );
});
