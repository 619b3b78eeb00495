// Each test that docs/evidence/trust.md names is there, under its title.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const ROOT = new URL('../', import.meta.url);
const ROW = /^\| [^|]+\| [^|]+\| `(?<file>[^`]+)` *\| (?<title>[^|]+?) *\|/gm;

const rows = [...read('docs/evidence/trust.md').matchAll(ROW)].map(({ groups }) => ({
  file: groups?.['file'] ?? '',
  title: groups?.['title'] ?? '',
}));

function read(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8');
}

it('names a test for each item', () => {
  expect(rows.length).toBeGreaterThan(60);
});

it.each(rows)('finds "$title" in $file', ({ file, title }) => {
  expect(read(file)).toContain(title);
});
