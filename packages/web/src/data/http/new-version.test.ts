import { expect, it } from 'vitest';
import { readScriptPath } from './new-version.ts';

it('finds the script of a page in any form of its tag', () => {
  const of = (tag: string) => readScriptPath(`<html><script src="/boot.js"></script>${tag}</html>`);
  expect(of('<script type="module" crossorigin src="/assets/a-1.js"></script>')).toBe(
    '/assets/a-1.js',
  );
  expect(of('<script type="module" crossorigin="" src="/assets/b-2.js"></script>')).toBe(
    '/assets/b-2.js',
  );
  expect(of('')).toBeUndefined();
});
