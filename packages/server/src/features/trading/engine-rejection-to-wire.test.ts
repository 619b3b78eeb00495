import { expect, it } from 'vitest';
import { REJECTIONS, rejectionText } from '@halyard/contract/rejections';
import { ENGINE_REJECTION_CODES } from '@halyard/core/engine';
import { toWireRejection } from './engine-rejection-to-wire.ts';

it.each([...ENGINE_REJECTION_CODES, 'duplicate-id' as const])(
  'has a code and a text for %s',
  (code) => {
    const rejection = toWireRejection({ code, facts: {} }, 'new-position');
    expect(REJECTIONS).toHaveProperty(rejection.code);
    expect(rejection).toEqual({ code });
  },
);

it('has a separate text for a position without a price [x-will-be-back]', () => {
  const rejection = { code: 'price-unavailable', facts: { symbol: 'BTCUSD' } } as const;
  expect(rejectionText(toWireRejection(rejection, 'new-position'))).toBe('Temporarily unavailable');
  expect(rejectionText(toWireRejection(rejection, 'position'))).toBe('Will be back soon');
});

it.each([
  ['stop-invalid', { side: 'higher', limit: 1.15 }, "Can't be higher than 1.15"],
  ['target-invalid', { side: 'lower', limit: 97_123.45 }, "Can't be lower than 97123.45"],
  ['price-moved', { price: 97_147.73 }, 'The price has moved to 97147.73'],
  ['amount-too-small', { minimum: 1 }, 'The amount must be at least 1'],
  ['amount-too-large', { maximum: 250.5 }, 'The amount can be at most 250.5'],
  [
    'open-losses',
    { available: 12.34 },
    'Because of open losses, at most 12.34 is available for a new position',
  ],
  ['too-many-positions', { maximum: 200 }, 'You can have at most 200 open positions'],
  ['withdraw-maximum', { maximum: 99.5 }, 'Maximum withdraw can be 99.5'],
] as const)('fills facts into the text of %s', (code, facts, text) => {
  const rejection = toWireRejection({ code, facts }, 'position');
  expect(rejection.facts).toEqual(facts);
  expect(rejectionText(rejection)).toBe(text);
});
