import { expect, it } from 'vitest';
import { splitRiskWarning } from './risk-warning.ts';

it('splits the lead, the rest and the sentence with the figure', () => {
  expect(splitRiskWarning('CFDs are complex. 74.5 % of accounts lose money. Consider it.')).toEqual(
    {
      lead: 'CFDs are complex.',
      rest: '74.5 % of accounts lose money. Consider it.',
      short: '74.5 % of accounts lose money.',
    },
  );
});

it('keeps a single sentence unsplit', () => {
  expect(splitRiskWarning(' You may lose money ')).toEqual({
    lead: 'You may lose money',
    rest: '',
    short: 'You may lose money',
  });
});
