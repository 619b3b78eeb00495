import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EMBEDDED_FOLDER, openDatabase } from '#platform/db/db.ts';
import { runOperatorCommand, SOURCES } from '../support/server-process.ts';
import { signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

describeOnDatabase('npm run halyard', (database) => {
  let server: TestServer | undefined;
  let elsewhere: string;
  beforeAll(async () => {
    elsewhere = await mkdtemp(join(tmpdir(), 'halyard-none-'));
    server = await startServer({ database });
  });
  afterAll(async () => {
    await server?.stop();
  });

  /** On a port where nothing answers. */
  const run = async (dataDir: string, ...words: readonly string[]) =>
    await runOperatorCommand({ DATA_DIR: dataDir, DATABASE_URL: database.url(), PORT: '1' }, words);

  it('executes a command on the running server', async () => {
    const { dataDir } = server ?? expect.fail();
    await signUp(server ?? expect.fail(), 'told@example.com');
    expect(await run(dataDir, 'customer', 'verify', 'told@example.com')).toEqual({
      code: 0,
      output: 'told@example.com is verified.\n',
    });
    expect(await run(dataDir, 'credit', 'told@example.com', 'much', 'x')).toMatchObject({
      code: 2,
    });
    expect(await run(dataDir, 'audit')).toMatchObject({ code: 0 });
  });

  it('says how to start when no server runs', async () => {
    const { code, output } = await run(elsewhere, 'customer', 'show', 'told@example.com');
    expect(code).toBe(3);
    expect(output).toContain('No server answers');
    expect(output).toContain('npm start');
    const help = await run(elsewhere);
    expect(help.code).toBe(0);
    expect(help.output).toContain('Usage: npm run halyard -- VERB');
  });

  it('explains commands when no server runs', async () => {
    const help = await run(elsewhere, '--help');
    expect([help.code, help.output]).toEqual([0, expect.stringMatching(/^Usage: /)]);
    const unknown = await run(elsewhere, 'statsu');
    expect(unknown.code).toBe(2);
    expect(unknown.output).toMatch(/^There is no command statsu\.\nUsage: /);
  });

  it('reports a standby program, which accepts no commands', async () => {
    const standby = createServer((request, response) => {
      response.statusCode = request.url === '/health/live' ? 200 : 503;
      response.end();
    });
    standby.listen(0, '127.0.0.1');
    await once(standby, 'listening');
    const { port } = standby.address() as AddressInfo;
    const environment = { DATA_DIR: elsewhere, PORT: String(port) };
    const { code, output } = await runOperatorCommand(environment, ['status']);
    expect(code).toBe(3);
    expect(output).toContain(`The program at http://127.0.0.1:${port} stands by`);
    standby.close();
  });

  it('reports a running program that uses another DATA_DIR', async () => {
    const { url } = server ?? expect.fail();
    const environment = { DATA_DIR: elsewhere, PORT: new URL(url).port };
    const { code, output } = await runOperatorCommand(environment, ['status']);
    expect(code).toBe(3);
    expect(output).toBe(
      `No server answers on ${elsewhere}, but the program at ${url} is running: it uses another DATA_DIR. Set DATA_DIR to its folder, and run the command again.\n`,
    );
  });

  it('names invalid settings', async () => {
    const { code, output } = await runOperatorCommand({ PORT: 'x' }, ['status']);
    expect(code).toBe(2);
    expect(output).toContain('PORT');
  });

  it('audits by itself when no server runs', async () => {
    const { dataDir } = server ?? expect.fail();
    await server?.stop();
    server = undefined;
    const audited = await run(dataDir, 'audit');
    expect(audited).toMatchObject({ code: 0 });
    expect(audited.output).toContain('everything agrees');
    server = await startServer({ database });
  });
});

describe('npm run halyard without a server', () => {
  it('ends its work also when the program that reads its output has ended', async () => {
    const words = `"${process.execPath}" "${SOURCES.command}" config check; echo "ended with $?" >&2`;
    // No settings of this process, which may be those of a test.
    const options = { env: { PATH: process.env['PATH'] } };
    const { stderr } = await promisify(execFile)('sh', ['-c', `{ ${words}; } | true`], options);
    expect(stderr).toBe('ended with 0\n');
  });

  it('creates no missing database, and opens none that is in use', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'halyard-none-'));
    const none = await runOperatorCommand({ DATA_DIR: elsewhere }, ['audit']);
    expect(none.code).toBe(1);
    expect(none.output).toContain('There is no database');

    const held = await openDatabase({
      directory: join(elsewhere, EMBEDDED_FOLDER),
      onError: () => undefined,
    });
    const inUse = await runOperatorCommand({ DATA_DIR: elsewhere }, ['audit']);
    await held.close();
    await rm(elsewhere, { recursive: true, force: true });
    expect(inUse.code).toBe(1);
    expect(inUse.output).not.toContain('    at ');
  });
});
