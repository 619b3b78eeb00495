import { expect, it } from 'vitest';

import { REJECTIONS, rejectionText, type RejectionCode } from './rejections.ts';

it.each([
  ['invalid-credentials', 'Invalid credentials.'],
  ['email-unknown', 'Email is not exist.'],
  ['email-taken', 'This email already exist'],
  ['link-invalid', 'Url not valid'],
  ['no-access', 'You have no access'],
  ['not-verified', 'The account is not verified'],
  ['price-unavailable', 'Temporarily unavailable'],
  ['position-price-unavailable', 'Will be back soon'],
] as const satisfies readonly (readonly [RejectionCode, string])[])(
  'has the specified text for %s: %s',
  (code, text) => {
    expect(REJECTIONS[code].text).toBe(text);
  },
);

it('fills facts into the text and keeps unknown placeholders', () => {
  const facts = { side: 'lower', limit: 1.5 };
  expect(rejectionText({ code: 'stop-invalid', facts })).toBe("Can't be lower than 1.5");
  expect(rejectionText({ code: 'stop-invalid' })).toBe("Can't be {side} than {limit}");
  expect(rejectionText({ code: 'price-moved', facts: { price: '{price}' } })).toBe(
    'The price has moved to {price}',
  );
});

it('gives each code a status of an error', () => {
  const rows = Object.values(REJECTIONS);
  expect(rows.filter((row) => row.status < 400 || row.status > 599)).toEqual([]);
});
