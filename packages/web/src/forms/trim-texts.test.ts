import { expect, it } from 'vitest';
import { trimTexts } from './trim-texts.ts';

it('trims every text but secrets', () => {
  const values = { email: ' demo@halyard.example\t', password: ' secret ', agree: true };
  expect(trimTexts(values, ['password'])).toEqual({
    email: 'demo@halyard.example',
    password: ' secret ',
    agree: true,
  });
});
