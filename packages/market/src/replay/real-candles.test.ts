import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { aggregateCandles } from '#candle/candle.ts';
import { readPriceFile } from '#price-file/price-file.ts';
import { hasSharedPrices, sharedPriceFile } from '#testing/shared-prices.ts';
import type { FixtureRow } from './testing/fixture-walk.ts';

it.runIf(hasSharedPrices)(
  'aggregates the real four-hour Bitcoin file to the days that plain arithmetic gives',
  async () => {
    const path = sharedPriceFile('ta4j_Coinbase-BTC-USD-PT4H-20160518_20251028.json');
    const { candles } = JSON.parse(await readFile(path, 'utf8')) as { candles: FixtureRow[] };
    const read = await readPriceFile({ path, decimals: 2 });
    if (read.kind === 'refused' || read.table.kind === 'ticks') throw new Error('not candles');
    const days = aggregateCandles(read.table.rows, '1d');
    const byDate = Map.groupBy(candles, ({ start }) =>
      new Date(Number(start) * 1_000).toISOString().slice(0, 10),
    );
    const points = (text: string | undefined) => Math.round(Number(text) * 100);
    expect(days).toHaveLength(byDate.size);
    for (const [date, ofDay] of byDate) {
      const day = days[[...byDate.keys()].indexOf(date)];
      expect(new Date(day?.startMs ?? 0).toISOString().slice(0, 10)).toBe(date);
      expect(day?.openPoints, date).toBe(points(ofDay[0]?.open));
      expect(day?.closePoints, date).toBe(points(ofDay.at(-1)?.close));
      expect(day?.highPoints, date).toBe(Math.max(...ofDay.map(({ high }) => points(high))));
      expect(day?.lowPoints, date).toBe(Math.min(...ofDay.map(({ low }) => points(low))));
    }
  },
);
