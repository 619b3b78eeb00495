import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentContext, DOCUMENTS_FOLDER } from '#features/documents/documents.ts';
import { createSecretCipher, totpOwner } from '#features/identity/identity.ts';
import { FIRST_KEYS } from '#keys/keys.ts';
import { SEALED_COLUMNS } from '#keys/key-uses.ts';
import { retireKeys } from '#keys/retire-keys.ts';
import { rotateKeys, type RotateDeps, type Rotation } from '#keys/rotate-keys.ts';
import type { Database } from '#platform/db/db.ts';
import { createLocalStore } from '#platform/file-store/file-store.ts';
import { openFiles, type Files } from '#platform/files/files.ts';
import { openKeyring } from '#platform/keyring/keyring.ts';
import { createVault } from '#platform/vault/vault.ts';
import { image } from '../documents/sample-files.ts';
import { eventually } from '../support/eventually.ts';
import { IS_EXTENDED } from '../support/extended.ts';
import { callRunning, startServerProcess } from '../support/server-process.ts';
import { nextCodeOf, signInStaff } from '../support/staff.ts';
import { signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase, type TestDatabase } from '../support/test-database.ts';

const DOCUMENTS = 3;
const VIEW = { actor: 'operator:test', progress: () => undefined };

/** Uploads documents, and enrols a member of staff, whose authenticator secret is encrypted. */
async function fill(server: TestServer) {
  const member = await signInStaff(server, 'keys@example.com', 'compliance');
  const { access_token: token } = await signUp(server, 'owner@example.com');
  for (const type of ['passport', 'address', 'funding'].slice(0, DOCUMENTS)) {
    const body = new FormData();
    body.append('files', image());
    body.append('type', type);
    const response = await fetch(`${server.url}/api/accounts/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    });
    expect(response.status).toBe(200);
  }
  return member;
}

describeOnDatabase('a rotation of keys', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database, jobPollMs: 50 });
  });
  afterAll(() => server.stop());
  const secrets = (): readonly string[] => readdirSync(join(server.dataDir, 'secrets')).toSorted();

  it('keeps every document and app usable, and deletes the old keys two days later', async () => {
    const member = await fill(server);
    const rotated = await server.operator('rotate-keys');
    expect(rotated.printed).toEqual([
      'New keys: credentials-2, excluded-emails-2, documents-2, exports-2. ' +
        'Copy DATA_DIR/secrets to every standby now.',
      `Encrypted again: 1 secrets, ${DOCUMENTS} documents.`,
      'The old keys are deleted automatically once nothing uses them, in 2 days at the earliest.',
    ]);
    expect(rotated.code).toBe(0);
    const [row] = await server.query(`select sealed_totp from staff where id = $1`, [member.id]);
    expect(row?.['sealed_totp']).toMatch(/^credentials-2:/);
    const audited = await server.query(
      `select after from audit_events where action = 'keys.rotate'`,
    );
    expect(audited).toHaveLength(1);
    const login = { email: member.email, password: member.password };
    const code = nextCodeOf(server, member.secret);
    expect((await server.post('/api/backoffice/login', { ...login, code })).status).toBe(200);
    const { printed } = await server.operator('document', 'list', 'owner@example.com');
    expect(printed).toHaveLength(DOCUMENTS);
    for (const line of printed) {
      const file = join(server.dataDir, `${line.split(' ')[0] ?? ''}.jpg`);
      const [id = ''] = line.split(' ');
      expect(await server.operator('document', 'show', id, file)).toMatchObject({ code: 0 });
      expect(statSync(file).size).toBeGreaterThan(0);
      rmSync(file);
    }
    expect(secrets()).toEqual(expect.arrayContaining(['credentials', 'documents-1']));
    server.advance(2 * DAY_MS + 2 * HOUR_MS);
    await eventually(() => {
      expect(secrets()).toEqual(
        expect.arrayContaining(['credentials-2', 'documents-2', 'excluded-emails-2', 'exports-2']),
      );
      expect(secrets().filter((name) => FIRST_KEYS.some((first) => first === name))).toEqual([]);
    });
    const offsetMs = server.offsetMs();
    await server.stop();
    // A start makes no new first keys, and everything still opens.
    server = await startServer({ database, offsetMs });
    expect(secrets().filter((name) => FIRST_KEYS.some((first) => first === name))).toEqual([]);
    const again = nextCodeOf(server, member.secret);
    expect((await server.post('/api/backoffice/login', { ...login, code: again })).status).toBe(
      200,
    );
  });
});

/** Fails at the given call of what a rotation writes, as a crash would end it there. */
function crashing(deps: RotateDeps, at: number): RotateDeps {
  let calls = 0;
  const step = (): void => {
    calls += 1;
    if (calls === at) throw new Error('crash');
  };
  const files: Files = {
    ...deps.files,
    secret: async (name, length) => (step(), await deps.files.secret(name, length)),
    writePrivate: async (path, content) => (step(), await deps.files.writePrivate(path, content)),
    setModified: async (path, atMs) => (step(), await deps.files.setModified(path, atMs)),
    remove: async (path) => (step(), await deps.files.remove(path)),
  };
  const db: Database = {
    ...deps.db,
    query: async (text, values) => {
      if (text.startsWith('update')) step();
      return await deps.db.query(text, values);
    },
  };
  return { ...deps, files, fileStore: createLocalStore(files), db };
}

async function openDeps(database: TestDatabase, dataDir: string): Promise<RotateDeps> {
  const db = await database.open();
  const files = await openFiles(dataDir);
  const fileStore = createLocalStore(files);
  return {
    db,
    files,
    fileStore,
    keyring: await openKeyring({ db, files }, FIRST_KEYS),
    clock: { nowMs },
  };
}

let offsetMs = 0;
const nowMs = (): number => Date.now() + offsetMs;

/** Reads everything that is encrypted; throws if a part can't be read. */
async function readAll({ db, files }: RotateDeps): Promise<number> {
  // As a start would do it.
  const keyring = await openKeyring({ db, files }, FIRST_KEYS);
  const seal = createSecretCipher({ currentName: () => '', find: (name) => keyring.key(name) });
  let count = 0;
  for (const { table, id, column, ownerOf } of SEALED_COLUMNS) {
    const rows = await db.query(
      `select ${id} as id, ${column} as sealed from ${table} where ${column} is not null`,
      [],
    );
    for (const row of rows) seal.open(String(row['sealed']), ownerOf(Number(row['id'])));
    count += rows.length;
  }
  const vault = createVault({
    fileStore: createLocalStore(files),
    keyring,
    folder: DOCUMENTS_FOLDER,
    firstKey: 'documents-1',
  });
  for (const row of await db.query('select * from documents', [])) {
    const context = documentContext({
      customerId: Number(row['customer_id']),
      kind: String(row['kind']),
    });
    const keyName = String(row['key_name']);
    await vault.read({ id: String(row['file_id']), context, keyName });
    count += 1;
  }
  return count;
}

describeOnDatabase('a crash during a rotation of keys', (database) => {
  it('interrupted at any step loses nothing, and is completed by the next command', async () => {
    const server = await startServer({ database });
    await fill(server);
    const { dataDir } = server;
    await server.stop();
    const deps = await openDeps(database, dataDir);
    const view = { ...VIEW, signal: new AbortController().signal };
    const all = await readAll(deps);
    expect(all).toBe(DOCUMENTS + 1);
    let crashes = 0;
    for (let at = 1; ; at += 1) {
      const ended = await rotateKeys(crashing(deps, at), view).catch((error: unknown) => error);
      expect(await readAll(deps)).toBe(all);
      const isWhole = !(ended instanceof Error);
      // A crash in the last steps leaves nothing to continue.
      const finished = isWhole ? undefined : await rotateKeys(deps, view);
      expect(finished ?? (ended as Rotation)).toMatchObject({ unreadable: 0 });
      const older = await deps.db.query(
        'select count(*) as count from documents where key_name <> $1',
        [deps.keyring.currentName('documents-1')],
      );
      expect(older[0]?.['count']).toBe(0);
      if (isWhole) break;
      crashes += 1;
    }
    // Four keys, and for each document a file, a row and the date of the old file.
    expect(crashes).toBeGreaterThanOrEqual(4 + 3 * DOCUMENTS + 1);
    offsetMs = 3 * DAY_MS;
    await expect(retireKeys(crashing(deps, 1))).rejects.toThrow('crash');
    await expect(retireKeys(crashing(deps, 9))).rejects.toThrow('crash');
    await retireKeys(deps);
    expect(await readAll(deps)).toBe(all);
    for (const first of FIRST_KEYS) {
      expect(existsSync(join(dataDir, 'secrets', first)), first).toBe(false);
      const [current = ''] = deps.keyring.listNames(first);
      expect(existsSync(join(dataDir, 'secrets', current)), current).toBe(true);
    }
    await deps.db.close();
  });
});

const FACTORS = 3_000;
/** How many of them are encrypted again when the program is killed. */
const KILLED_AFTER = [1, 1_000, FACTORS - 100];

if (IS_EXTENDED) {
  describeOnDatabase('a kill during a rotation of keys', (database) => {
    it(
      'keeps everything readable, and is completed by the command of the next program',
      async () => {
        const server = await startServer({ database });
        await fill(server);
        const { dataDir } = server;
        await server.stop();
        const deps = await openDeps(database, dataDir);
        await addFactors(deps);
        const all = await readAll(deps);
        expect(all).toBe(DOCUMENTS + 1 + FACTORS);
        const environment = { DATABASE_URL: database.url(), DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
        const countOf = async (key: string): Promise<number> => {
          const query = 'select count(*) as count from second_factors where sealed_secret like $1';
          return Number((await deps.db.query(query, [`${key}:%`]))[0]?.['count']);
        };
        let program = await startServerProcess(environment);
        for (const [index, wanted] of KILLED_AFTER.entries()) {
          const key = `credentials-${index + 2}`;
          const rotation = callRunning(dataDir, ['rotate-keys']).catch(() => undefined);
          while ((await countOf(key)) < wanted);
          await program.kill();
          await rotation;
          const done = await countOf(key);
          expect(done).toBeLessThan(FACTORS);
          expect(await readAll(deps)).toBe(all);
          program = await startServerProcess(environment);
          await callRunning(dataDir, ['rotate-keys']);
          expect(await countOf(key)).toBe(FACTORS);
          expect(await readAll(deps)).toBe(all);
        }
        await program.stop();
        await deps.db.close();
      },
      // Each kill takes two starts of the program, which take a minute each on a busy machine.
      KILLED_AFTER.length * 5 * MINUTE_MS,
    );
  });
}

/** Customers with an authenticator app each, so that a rotation takes its time. */
async function addFactors({ db, keyring }: RotateDeps): Promise<void> {
  const rows = await db.query(
    `insert into customers (email, password_hash, first_name, last_name, phone, uniqid,
       terms_version, terms_accepted_at, created_at)
     select 'factor-' || id || '@example.com', '', 'Test', 'Customer', '', 'factor-' || id, '1',
       now(), now()
     from generate_series(1, $1::bigint) as id returning id`,
    [FACTORS],
  );
  const cipher = createSecretCipher({
    currentName: () => keyring.currentName('credentials'),
    find: (name) => keyring.key(name),
  });
  const ids = rows.map((row) => Number(row['id']));
  const sealed = ids.map((id) => cipher.close('SECRET', totpOwner({ kind: 'customer', id })));
  await db.query(
    `insert into second_factors (customer_id, sealed_secret, created_at, confirmed_at, last_step)
     select id, sealed, now(), now(), 0 from unnest($1::bigint[], $2::text[]) as one (id, sealed)`,
    [ids, sealed],
  );
}
