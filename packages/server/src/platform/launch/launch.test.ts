import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findLaunch, operatorCommand, programCommand } from './launch.ts';

it('names npm in a checkout, and the launcher where build-root.sh made the folder', () => {
  const root = mkdtempSync(join(tmpdir(), 'halyard-launch-'));
  try {
    expect(findLaunch(root)).toEqual({ program: 'npm start', operator: 'npm run halyard --' });
    mkdirSync(join(root, 'bin'));
    writeFileSync(join(root, 'bin/halyard'), '');
    expect(findLaunch(root)).toEqual({
      program: `${root}/bin/node ${root}/packages/server/src/main.ts`,
      operator: `${root}/bin/halyard`,
    });
  } finally {
    rmSync(root, { recursive: true });
  }
});

it('is a checkout here', () => {
  expect(operatorCommand('audit')).toBe('npm run halyard -- audit');
  expect(programCommand()).toBe('npm start');
});
