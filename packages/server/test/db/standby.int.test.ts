// A primary with a synchronous standby: what the program does when one of them goes.
import { afterAll, beforeAll, expect, it } from 'vitest';

import { DatabaseUnfit, openDatabase } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { Outage } from '#platform/outage/outage.ts';
import { startReplicatedPair } from '../support/replicated-pair.ts';
import type { ReplicatedPair } from '../support/replicated-pair.ts';

let pair: ReplicatedPair;
const open = (url: string): Promise<Database> =>
  openDatabase({ url, directory: '', mustReplicate: true, onError: () => undefined });

/** Returns why a statement fails; undefined: it does not. */
async function failureOf(db: Database, statement = 'select 1'): Promise<unknown> {
  return await db.query(statement, []).then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** The address with the standby named first. */
function reversed(): string {
  const [primary, standby] = [pair.primary, pair.standby].map(({ port }) => `127.0.0.1:${port}`);
  return pair.url.replace(`${primary},${standby}`, `${standby},${primary}`);
}

beforeAll(async () => {
  pair = await startReplicatedPair();
  await pair.primary.run('create table notes (id int primary key)');
});
afterAll(() => pair.stop());

it('finds the primary at any place in the list', async () => {
  const db = await open(reversed());
  const rows = await db.query(
    "select pg_is_in_recovery() as standby, current_setting('port') as port",
    [],
  );
  expect(rows).toEqual([{ standby: false, port: String(pair.primary.port) }]);
  await db.close();
});

it('rejects several hosts without synchronous replication, if it must not lose a commit', async () => {
  await pair.primary.run("alter database postgres set synchronous_commit = 'local'");
  await expect(open(pair.url)).rejects.toThrow(DatabaseUnfit);
  await expect(open(pair.url)).rejects.toThrow(/synchronous_commit is neither on nor remote_apply/);
  await pair.primary.run('alter database postgres reset synchronous_commit');
});

it('treats a commit whose wait for the standby was cancelled as unknown', async () => {
  const db = await open(pair.url);
  await pair.standby.stop();
  const outcome = failureOf(db, 'insert into notes values (1)');
  await expect
    .poll(() =>
      pair.primary.run(
        "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
      ),
    )
    .not.toEqual([]);
  const failure = await outcome;
  expect(failure).toBeInstanceOf(Outage);
  expect(failure).toMatchObject({
    message: expect.stringMatching(/survives a failover is unknown/) as string,
  });
  await pair.standby.start();
  await db.query('insert into notes values (2)', []);
  await db.close();
});

it('follows a promotion, and never goes back to the primary that was replaced', async () => {
  const db = await open(pair.url);
  const lane = db.openLane({ name: 'test' });
  await lane.query('insert into notes values (3)', []);
  pair.primary.kill();
  await expect.poll(() => failureOf(db)).toBeInstanceOf(Outage);
  await pair.standby.run('select pg_promote()');
  await expect.poll(() => db.query('select 1 as one', []).catch(() => [])).toEqual([{ one: 1 }]);
  expect(await db.query('select id from notes where id > 1 order by id', [])).toEqual([
    { id: 2 },
    { id: 3 },
  ]);
  await lane.query('insert into notes values (4)', []);
  await pair.primary.start();
  await pair.standby.stop();
  await expect.poll(() => failureOf(db)).toBeInstanceOf(Outage);
  await expect(db.query('select 1', [])).rejects.toThrow(/it was replaced/);
  await lane.close();
  await db.close();
});
