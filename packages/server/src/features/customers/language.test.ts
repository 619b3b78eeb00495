import { expect, it } from 'vitest';
import { findLanguage } from './language.ts';

it.each([
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fr-FR, it;q=0.5, es;q=0.7', 'es'],
  ['en;q=0.2, IT-it;Q=0.9', 'it'],
  ['de;q=0, es', 'es'],
  ['fr, nl', 'en'],
  ['*', 'en'],
  ['', 'en'],
  [';;;,q=1,de;q=x', 'en'],
  ['deutsch', 'en'],
  [`${'fr,'.repeat(30)}de`, 'en'],
] as const)('reads %j as %s', (header, language) => {
  expect(findLanguage(header)).toBe(language);
});
