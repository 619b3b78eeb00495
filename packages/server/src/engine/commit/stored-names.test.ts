import { expect, it } from 'vitest';

import { fromStored, toStoredJson } from './stored-names.ts';

const OUTCOME = {
  kind: 'done',
  events: [
    { position: { openQuote: { bidPoints: 1, askPoints: 2 }, hasGuaranteedStop: true } },
    { note: 'a "bidPoints": in a text', rejection: null },
  ],
};

it('stores fields under their stored names and reads them back', () => {
  const stored: unknown = JSON.parse(toStoredJson(OUTCOME));
  expect(stored).toEqual({
    kind: 'done',
    events: [
      { position: { openQuote: { sellPoints: 1, buyPoints: 2 }, isProtected: true } },
      { note: 'a "bidPoints": in a text', refusal: null },
    ],
  });
  expect(fromStored(stored)).toEqual(OUTCOME);
});
