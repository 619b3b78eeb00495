import { SYMBOL_STATES } from '@halyard/core/instrument';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromQuoteBatch, toQuoteBatch } from './live.ts';

const quote = fc.record({
  buy: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
  sell: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
  ts: fc.integer({ min: 0, max: 8.64e15 }),
  state: fc.constantFrom(...SYMBOL_STATES),
});
const symbol = fc.stringMatching(/^[A-Z\d]{1,20}$/);

it('decodes every price book that was encoded as a batch', () => {
  fc.assert(
    fc.property(fc.dictionary(symbol, quote, { noNullPrototype: true }), (book) => {
      const sent: unknown = JSON.parse(JSON.stringify(toQuoteBatch(book)));
      expect(fromQuoteBatch(sent as ReturnType<typeof toQuoteBatch>)).toEqual(
        JSON.parse(JSON.stringify(book)),
      );
    }),
    { numRuns: 200 },
  );
});

it('sends the time once, and a state only if it is not live', () => {
  const book = {
    BTCUSD: { sell: 1, buy: 2, ts: 1_000, state: 'live' },
    ETHUSD: { sell: 3, buy: 4, ts: 990, state: 'stale' },
  } as const;
  expect(toQuoteBatch(book)).toEqual([1_000, { BTCUSD: [1, 2, 0], ETHUSD: [3, 4, 10, 'stale'] }]);
  expect(toQuoteBatch({})).toEqual([0, {}]);
});
