import { expect, it } from 'vitest';
import { readSettings, SETTING_NAMES } from './settings.ts';

it('takes a variable without text as one that is not set', () => {
  const empty = Object.fromEntries(SETTING_NAMES.map((name) => [name, '']));
  expect(readSettings(empty)).toEqual(readSettings({}));
});
