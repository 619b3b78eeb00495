import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { describeStartFailure } from '#start-failure.ts';
import { SecretUnfit } from '#keys/keys.ts';
import { createLocalStore } from '#platform/file-store/file-store.ts';
import { openFiles } from '#platform/files/files.ts';
import { createVault } from '#platform/vault/vault.ts';
import { signInStaff } from '../support/staff.ts';
import { signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const NAMES = ['credentials', 'documents-1', 'excluded-emails', 'exports-1'] as const;
const PLACE = { port: 1, host: '', metrics: undefined, dataDir: '', databaseUrl: undefined };

describeOnDatabase('the keys of an installation', (database) => {
  let dataDir = '';
  const pathOf = (name: string): string => join(dataDir, 'secrets', name);

  /** Starts it, does something with it, and stops it. */
  async function run<Found>(use: (server: TestServer) => Promise<Found>): Promise<Found> {
    const server = await startServer({ database });
    ({ dataDir } = server);
    try {
      return await use(server);
    } finally {
      await server.stop();
    }
  }

  const listRecorded = async (): Promise<readonly unknown[]> => {
    const db = await database.open();
    const rows = await db.query('select name from secret_fingerprints order by name', []);
    await db.close();
    return rows.map(({ name }) => name);
  };

  /** As a version without fingerprints left it. */
  const forgetFingerprints = async (): Promise<void> => {
    const db = await database.open();
    await db.query('delete from secret_fingerprints', []);
    await db.close();
  };

  const startFailure = async (): Promise<string> => {
    const problem: unknown = await run(() => Promise.resolve()).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(problem).toBeInstanceOf(SecretUnfit);
    return describeStartFailure(problem, PLACE);
  };

  it('are recorded by fingerprints that do not contain them', async () => {
    const rows = await run((server) => server.query('select * from secret_fingerprints'));
    expect(rows.map(({ name }) => String(name)).toSorted()).toEqual(NAMES);
    for (const { name, fingerprint } of rows) {
      const key = readFileSync(pathOf(String(name)));
      expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
      expect(fingerprint).not.toBe(key.toString('hex'));
    }
  });

  it.each(NAMES)('stop the start while %s is missing, replaced or damaged', async (name) => {
    const path = pathOf(name);
    const kept = `${path}-kept`;
    renameSync(path, kept);
    expect(await startFailure()).toMatch(
      new RegExp(`^${path} is missing\\. Restore from the backup of DATA_DIR/secrets`),
    );
    writeFileSync(path, randomBytes(32), { mode: 0o600 });
    expect(await startFailure()).toContain(
      `${path} is not the key that this database was encrypted`,
    );
    writeFileSync(path, randomBytes(31), { mode: 0o600 });
    expect(await startFailure()).toContain(`${path} has 31 bytes instead of 32`);
    renameSync(kept, path);
  });

  it('start the program again once they are back', async () => {
    const { user } = await run((server) => signUp(server, 'back@example.com'));
    expect(user.email).toBe('back@example.com');
  });

  it('of staff only are verified, with an authenticator app that still works', async () => {
    const member = await run((server) => signInStaff(server, 'anna@example.com', 'compliance'));
    await forgetFingerprints();
    const right = readFileSync(pathOf('credentials'));
    rmSync(pathOf('credentials'));
    expect(await startFailure()).toContain(`${pathOf('credentials')} is missing`);
    writeFileSync(pathOf('credentials'), randomBytes(32), { mode: 0o600 });
    expect(await startFailure()).toContain(`${pathOf('credentials')} is not the key`);
    expect(await listRecorded()).not.toContain('credentials');
    writeFileSync(pathOf('credentials'), right);
    await run(async (server) => {
      expect((await server.get('/api/backoffice/me', { token: member.token })).status).toBe(200);
    });
    expect(await listRecorded()).toEqual(NAMES);
  });

  it('of files are verified by decryption before they are recorded', async () => {
    const { user } = await run((server) => signUp(server, 'files@example.com'));
    const files = await openFiles(dataDir);
    const [document, exported, part] = [randomUUID(), randomUUID(), randomUUID()];
    const write = async (folder: string, id: string, context: string): Promise<void> => {
      const keyName = `${folder}-1`;
      const key = readFileSync(pathOf(keyName));
      const keyring = { currentName: () => keyName, key: () => key };
      const vault = createVault({
        fileStore: createLocalStore(files),
        keyring,
        folder,
        firstKey: keyName,
      });
      await vault.write({ id, context, keyName }, Buffer.from('content'));
    };
    await run(async (server) => {
      await server.query(
        `insert into documents (customer_id, kind, status, format, bytes, file_id, key_name,
          uploaded_at) values ($1, 'address', 'processing', 'jpeg', 1, $2, 'documents-1', now())`,
        [user.id, document],
      );
      await server.query(
        `insert into data_exports (id, customer_id, state, requested_at, sections, ready_at,
            expires_at, key_name, part_ids)
          values ($1, $2, 'ready', now(), 1, now(), now() + interval '1 day', 'exports-1', $3)`,
        [exported, user.id, JSON.stringify([part])],
      );
    });
    await forgetFingerprints();
    // The files are not on this disk: nothing is known of the keys yet.
    await run(() => Promise.resolve());
    expect(await listRecorded()).toEqual(['credentials', 'excluded-emails']);
    await write('documents', document, `customer:${user.id}:address`);
    await write('exports', part, `export:${exported}:0`);
    for (const name of ['documents-1', 'exports-1']) {
      const right = readFileSync(pathOf(name));
      writeFileSync(pathOf(name), randomBytes(32));
      expect(await startFailure()).toContain(`${pathOf(name)} is not the key`);
      writeFileSync(pathOf(name), right);
    }
    await run(() => Promise.resolve());
    expect(await listRecorded()).toEqual(NAMES);
  });
});
