import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findLooseTexts } from './loose-texts.ts';

const SOURCES = join(import.meta.dirname, '../packages/web/src');

it('has every text of the web app in a catalogue', () => {
  const paths = globSync('**/*.tsx', { cwd: SOURCES });
  expect(paths.length).toBeGreaterThan(0);
  const loose = paths.flatMap((path) =>
    findLooseTexts(readFileSync(join(SOURCES, path), 'utf8')).map(
      ({ line, text }) => `${path}:${line} ${text}`,
    ),
  );
  expect(loose).toEqual([]);
});

it('finds words between tags, in expressions, and in attributes that are shown', () => {
  const source = `
    const a = <p>Hello there</p>;
    const b = <p>{'Good day'}</p>;
    const c = <img alt="A house" />;
    const d = <input placeholder={'Type here'} />;
  `;
  expect(findLooseTexts(source)).toEqual([
    { line: 2, text: 'Hello there' },
    { line: 3, text: 'Good day' },
    { line: 4, text: 'A house' },
    { line: 5, text: 'Type here' },
  ]);
});

it('ignores keys, classes, names, symbols and the product name', () => {
  const source = `
    const a = <p className="big" id={'main'}>{t('hello')} · 5 % {value}</p>;
    const b = <a aria-label="Halyard" href="/login">▲</a>;
  `;
  expect(findLooseTexts(source)).toEqual([]);
});
