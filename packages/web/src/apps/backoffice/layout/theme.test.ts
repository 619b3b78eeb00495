import { expect, it } from 'vitest';
import { DARK, LIGHT } from './theme.ts';

// Read as a file, because the test runner returns style imports as empty text; untyped, because
// browser code has no Node types.
const FILE_SYSTEM: string = 'node:fs';
const { readFileSync } = await import(FILE_SYSTEM);
const css: string = readFileSync(new URL('../../../ui/theme/tokens.css', import.meta.url), 'utf8');

it.each([
  ['dark', DARK],
  ['light', LIGHT],
])('wears the %s colours of the house', (scheme, colours) => {
  const block = css.split(`scheme='${scheme}'] {`)[1]?.split('}')[0] ?? '';
  const declared = Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#\w{6});/g)].map(([, name, value]) => [name, value]),
  );
  expect(declared).toMatchObject(colours);
});
