import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SERVER_WORKERS, TURN_FILE, WORKERS_AT_ONCE } from './turn.mjs';

const WAIT = join(import.meta.dirname, 'wait-for-turn.mjs');

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'halyard-turn-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('holds the last workers until the journeys have ended, and no other', async () => {
  const file = join(folder, 'ended');
  const begin = (worker: number) => {
    const env = { ...process.env, [TURN_FILE]: file, VITEST_POOL_ID: String(worker) };
    const child = spawn(process.execPath, [WAIT], { env });
    return { child, ended: once(child, 'exit') };
  };
  const last = begin(SERVER_WORKERS);
  const first = begin(WORKERS_AT_ONCE);
  expect(await first.ended).toEqual([0, null]);
  expect(last.child.exitCode).toBeNull();
  writeFileSync(file, '');
  expect(await last.ended).toEqual([0, null]);
});
