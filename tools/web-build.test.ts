import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashOfSources, isBuiltFrom } from './web-build.mjs';

let root = '';

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'halyard-web-'));
  write('package-lock.json', '{}');
  write('tsconfig.base.json', '{}');
  write('packages/web/index.html', '<p>');
  write('packages/web/src/main.tsx', 'main');
  write('packages/core/src/money/money.ts', 'money');
  write('packages/contract/src/wire.ts', 'wire');
});
afterEach(() => rmSync(root, { recursive: true }));

function build(): void {
  write('packages/web/dist/index.html', '<p>');
  write('packages/web/dist/.built-from', hashOfSources(root));
}

it('finds a build fresh when nothing changed since', () => {
  build();
  expect(isBuiltFrom(root, hashOfSources(root))).toBe(true);
});

it.each([
  'packages/web/src/main.tsx',
  'packages/web/src/added.tsx',
  'packages/web/index.html',
  'packages/core/src/money/money.ts',
  'packages/contract/src/wire.ts',
  'package-lock.json',
])('finds a build stale after a change of %s', (path) => {
  build();
  write(path, 'changed');
  expect(isBuiltFrom(root, hashOfSources(root))).toBe(false);
});

it('finds a build stale after a file moved with its content', () => {
  build();
  rmSync(join(root, 'packages/web/src/main.tsx'));
  write('packages/web/src/start.tsx', 'main');
  expect(isBuiltFrom(root, hashOfSources(root))).toBe(false);
});

it.each([
  'packages/web/src/main.test.tsx',
  'packages/web/node_modules/.vite/x',
  'packages/server/src/app.ts',
])('finds a build fresh after a change of %s', (path) => {
  build();
  write(path, 'changed');
  expect(isBuiltFrom(root, hashOfSources(root))).toBe(true);
});

it('finds a build stale that was never finished', () => {
  write('packages/web/dist/.built-from', hashOfSources(root));
  expect(isBuiltFrom(root, hashOfSources(root))).toBe(false);
});
