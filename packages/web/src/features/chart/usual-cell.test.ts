import { expect, it } from 'vitest';
import { createMemoryStore } from '#data/storage/text-store.ts';
import { usualCell } from './usual-cell.ts';

it('starts with what an earlier release kept in this browser', () => {
  const store = createMemoryStore();
  expect(usualCell(store, 'BTCUSD')).toEqual({
    symbol: 'BTCUSD',
    timeframe: '15m',
    indicators: [],
  });
  store.write('halyard:timeframe', '4h');
  store.write('halyard:indicators', 'RSI:9');
  expect(usualCell(store, 'BTCUSD')).toMatchObject({
    timeframe: '4h',
    indicators: [{ name: 'RSI', periods: [9] }],
  });
});
