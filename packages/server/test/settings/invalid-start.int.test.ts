import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { VENDORS } from '@halyard/market';
import { afterAll, expect, it } from 'vitest';

import { PROGRAM } from '../support/server-process.ts';

const root = mkdtempSync(join(tmpdir(), 'halyard-settings-'));
afterAll(() => rmSync(root, { recursive: true }));

it('stops with exit code 1 before it creates anything if settings are invalid', async () => {
  const dataDir = join(root, 'never-made');
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, PORT: 'x', FEED: 'y' };
  const run = promisify(execFile)(process.execPath, [PROGRAM.main], { env, cwd: root });
  const failure: unknown = await run.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({
    code: 1,
    stdout: '',
    stderr:
      'These settings are not valid:\n' +
      '  PORT must be a whole number from 0 to 65535\n' +
      `  FEED must be one of simulator, replay, ${VENDORS.map(({ name }) => name).join(', ')}, or a ` +
      'list by category such as crypto=binance,forex=oanda, with | between those that stand in for ' +
      'one another\n',
  });
  expect(existsSync(dataDir)).toBe(false);
});
