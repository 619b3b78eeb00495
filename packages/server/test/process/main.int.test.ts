import { spawn } from 'node:child_process';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { eventually } from '../support/eventually.ts';
import { itExtended } from '../support/extended.ts';
import { readOutbox } from '../support/outbox.ts';
import {
  COMPILED,
  PROGRAM,
  SOURCES,
  startServerProcess,
  type ServerProcess,
} from '../support/server-process.ts';

/** Nothing else of the machine's settings reaches the program. */
const MACHINE = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: COMPILED,
  FEED: 'crypto=simulator',
};
const root = mkdtempSync(join(tmpdir(), 'halyard-main-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** Runs the program where it is expected to end by itself. */
async function runToEnd(environment: Readonly<Record<string, string>>): Promise<Ended> {
  const env = { ...MACHINE, PORT: '0', DATA_DIR: join(root, 'other'), ...environment };
  const child = spawn(process.execPath, [PROGRAM.main], { env, cwd: root });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (output.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (output.stderr += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { code, ...output };
}

async function takePort(): Promise<{ readonly taken: Server; readonly port: number }> {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  return { taken, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

/** What browsers on this machine open: a passkey cannot belong to an IP address. */
function siteOf({ url }: ServerProcess): string {
  return url.replace('127.0.0.1', 'localhost');
}

describe('the program', () => {
  const dataDir = join(root, 'data');
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServerProcess({ DATA_DIR: dataDir }, 'ready', SOURCES);
  });

  it('prints its address and the file of sign-ins, and no credentials', async () => {
    expect(server.output()).toContain(`Halyard answers at ${siteOf(server)}\n`);
    expect(server.output()).toContain(
      `The sign-in details are in ${join(dataDir, 'first-run.json')}.`,
    );
    const text = readFileSync(join(dataDir, 'first-run.json'), 'utf8');
    const { customer } = JSON.parse(text) as { customer: { email: string; password: string } };
    expect(server.output()).not.toContain(customer.password);
    const login = await fetch(`${server.url}/api/accounts/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(customer),
    });
    expect(login.status).toBe(200);
  });

  it('begins the links in mails with the address that it printed', async () => {
    const body = { email: 'linked@example.com', password: 'eight or more', phone: '+493023125123' };
    const answer = await fetch(`${server.url}/api/accounts/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, first_name: 'Anna', last_name: 'Example', agree: true }),
    });
    expect(answer.ok).toBe(true);
    await eventually(async () => {
      const mails = await readOutbox(dataDir);
      const mail = mails.find((one) => one.includes('To: linked@example.com'));
      const text = mail?.replaceAll(/=\r?\n/g, '') ?? '';
      expect(text).toContain(`${siteOf(server)}/email/confirm/`);
      expect(text).not.toContain('127.0.0.1');
    });
  });

  it('restricts its folder to its user', () => {
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'first-run.json')).mode & 0o777).toBe(0o600);
  });

  it('rejects a second program on its folder', async () => {
    const second = await runToEnd({ DATA_DIR: dataDir });
    expect([second.code, second.stdout]).toEqual([1, '']);
    expect(second.stderr).toContain(dataDir);
    expect(second.stderr).not.toContain('    at ');
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  });

  it('reports a port in use, and leaves nothing running', async () => {
    const { taken, port } = await takePort();
    const ended = await runToEnd({ PORT: String(port) });
    await new Promise((resolve) => taken.close(resolve));
    expect(ended.code).toBe(1);
    expect(ended.stderr).toBe(`PORT ${port} is taken: stop what uses it or set PORT\n`);
  });

  it('reports a metrics port in use, which is not a failed assertion', async () => {
    const { taken, port } = await takePort();
    const ended = await runToEnd({ PORT: '0', METRICS_PORT: String(port) });
    await new Promise((resolve) => taken.close(resolve));
    expect(ended.stderr).toBe(
      `METRICS_PORT ${port} is taken: stop what uses it or set METRICS_PORT\n`,
    );
    expect(ended.code).toBe(1);
  });

  it('reports an unreachable database, without the password', async () => {
    const ended = await runToEnd({ DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x' });
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/^The database cannot be reached: .*\n$/);
    expect(ended.stderr + ended.stdout).not.toContain('hunter2');
  });

  itExtended('reports a too long DATA_DIR', async () => {
    const path = join(root, 'x'.repeat(300));
    const ended = await runToEnd({ DATA_DIR: path });
    expect([ended.code, ended.stdout]).toEqual([1, '']);
    expect(ended.stderr).toMatch(/^.*DATA_DIR.*\n$/);
    expect(ended.stderr).toContain(path);
  });

  itExtended('reports a HOST that cannot be resolved', async () => {
    const ended = await runToEnd({ HOST: 'no-such-host.invalid' });
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/^HOST no-such-host\.invalid .*\n$/);
  });

  itExtended('reports an invalid replay file', async () => {
    const path = join(root, 'prices.json');
    writeFileSync(path, 'no prices');
    const ended = await runToEnd({ FEED: 'replay', REPLAY_FILES: `BTCUSD=${path}` });
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain("The replay can't begin:");
    expect(ended.stderr).toContain(path);
    expect(ended.stderr).not.toContain('    at ');
  });

  itExtended('serves although its output cannot be written', async () => {
    if (process.platform !== 'linux') return;
    const { taken, port } = await takePort();
    await new Promise((resolve) => taken.close(resolve));
    // Whoever writes there is told that the disk is full.
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [PROGRAM.main], {
      env: { ...MACHINE, PORT: String(port), DATA_DIR: join(root, 'other'), LOG_LEVEL: 'debug' },
      stdio: ['ignore', full, full],
    });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    closeSync(full);
    const isReady = async (): Promise<boolean> =>
      child.exitCode !== null || (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok;
    await expect.poll(() => isReady().catch(() => false), { timeout: 30_000 }).toBe(true);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('ends with 0 on SIGTERM and SIGHUP, closes its sockets, and starts again on the same data', async () => {
    const socket = io(`${server.url}/prices`, { transports: ['websocket'], reconnection: false });
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    const closed = new Promise((resolve) => socket.once('disconnect', resolve));
    expect(await server.stop()).toBe(0);
    expect(await closed).toBe('transport close');
    const again = await startServerProcess({ DATA_DIR: dataDir });
    expect(again.output()).toContain('Halyard answers at');
    // A closed terminal.
    expect(await again.stop('SIGHUP')).toBe(0);
  });
});
