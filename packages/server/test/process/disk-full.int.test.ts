// The whole program on a disk that fills up: it answers 503 and loses nothing, and works again once
// there is room.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { callRunning, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { createTradingClient, signUp } from '../support/trading-client.ts';

const SLOW = { timeout: 60_000, interval: 200 };
const LONG_MS = 240_000;
const DISK_BYTES = 400 * 1024 * 1024;
const PASSWORD = 'correct horse battery staple';
const isRoot = process.getuid?.() === 0;
const title = 'a program whose disk is full';

describe.skipIf(!isRoot)(isRoot ? title : `${title}: SKIPPED, a disk is made by root`, () => {
  const disk = mkdtempSync(join(tmpdir(), 'halyard-disk-'));
  const environment = { DATA_DIR: join(disk, 'data'), DEMO: '0', FEED: 'crypto=simulator' };
  let server: ServerProcess;

  beforeAll(async () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'none', disk]);
    server = await startServerProcess(environment);
  }, LONG_MS);
  afterAll(async () => {
    await server?.stop();
    execFileSync('umount', ['-l', disk]);
    rmSync(disk, { recursive: true, force: true });
  }, LONG_MS);

  let customers = 0;
  async function register(): Promise<number> {
    customers += 1;
    const response = await fetch(`${server.url}/api/accounts/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        first_name: 'Test',
        last_name: 'Customer',
        phone: '+4930123456',
        agree: true,
        email: `disk-${customers}@example.test`,
        password: PASSWORD,
      }),
    });
    return response.status;
  }
  const health = async (): Promise<number> => (await fetch(`${server.url}/health/ready`)).status;

  it(
    'answers 503, keeps what it acknowledged, and works again once there is room',
    async () => {
      const credentials = { email: 'trader@example.test', password: PASSWORD };
      const client = createTradingClient(server.url, await signUp(server.url, credentials));
      await callRunning(environment.DATA_DIR, ['customer', 'verify', credentials.email]);
      await callRunning(environment.DATA_DIR, ['credit', credentials.email, '1000', 'test funds']);
      const ballast = join(disk, 'ballast');
      expect(() => writeFileSync(ballast, Buffer.alloc(DISK_BYTES))).toThrow('ENOSPC');

      await expect.poll(register, SLOW).toBe(503);
      rmSync(ballast);

      await expect.poll(health, SLOW).toBe(200);
      await expect.poll(register, SLOW).toBe(201);
      expect(await client.balance()).toMatchObject({ balance: 1_000 });
      await callRunning(environment.DATA_DIR, ['audit']);
    },
    LONG_MS,
  );
});
