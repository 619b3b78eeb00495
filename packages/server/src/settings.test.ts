import { expect, it } from 'vitest';
import { readSettings, SETTING_NAMES } from './settings.ts';

it('treats an empty variable as not set', () => {
  const empty = Object.fromEntries(SETTING_NAMES.map((name) => [name, '']));
  expect(readSettings(empty)).toEqual(readSettings({}));
});
