import { expect, it } from 'vitest';
import { parsePhone } from './phone.ts';

it.each([
  ['+49 170 1234567', undefined, '+491701234567', 'DE'],
  ['0170 1234567', 'DE', '+491701234567', 'DE'],
  ['+1 (416) 555-0134', undefined, '+14165550134', 'CA'],
  ['+1 212 555 0134', 'DE', '+12125550134', 'US'],
  ['+800 1234 5678', undefined, '+80012345678', undefined],
])('reads %s (at home in %s) as %s of %s', (text, home, e164, alpha2) => {
  expect(parsePhone(text, home)).toEqual({ kind: 'valid', e164, alpha2 });
});

it.each([
  ['0170 1234567', undefined],
  ['+49 1', undefined],
  ['+49 170 1234567 or call +49 170 7654321', undefined],
  ['call me', 'DE'],
  ['+999 123 4567', undefined],
  ['0170 1234567', 'ZZ'],
])('refuses %s (at home in %s) [v-register-phone-valid]', (text, home) => {
  expect(parsePhone(text, home)).toEqual({ kind: 'invalid' });
});

it('distinguishes a missing number from an invalid one [v-register-phone-required]', () => {
  expect(parsePhone('  ', 'DE')).toEqual({ kind: 'missing' });
});
