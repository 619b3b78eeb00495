import { expect, it } from 'vitest';

import { DatabaseUnfit, openDatabase } from '#platform/db/db.ts';
import { Outage } from '#platform/outage/outage.ts';
import { describeOnDatabase } from '../support/test-database.ts';

function ignore(): void {}

describeOnDatabase('PostgreSQL', (target) => {
  it('names every unsuitable setting', async () => {
    const db = await target.open();
    const [row] = await db.query('select current_database() as name', []);
    const name = String(row?.name);
    await db.query(`alter database ${name} set synchronous_commit = off`, []);
    await db.query(`alter database ${name} set default_transaction_isolation = 'serializable'`, []);
    await db.close();
    const refused = target.open();
    await expect(refused).rejects.toThrow(DatabaseUnfit);
    await expect(refused).rejects.toThrow(
      /synchronous_commit is off; default_transaction_isolation is not "read committed"/,
    );
    const url = new URL(target.url());
    url.searchParams.set(
      'options',
      '-c synchronous_commit=on -c default_transaction_isolation=read\\ committed',
    );
    const fit = await target.open({ url: url.href });
    await fit.query(`alter database ${name} reset all`, []);
    await fit.close();
  });

  it('throws an outage where no server answers', async () => {
    const url = 'postgres://postgres@127.0.0.1:9/none';
    await expect(openDatabase({ url, directory: '', onError: ignore })).rejects.toThrow(Outage);
  });

  it.each([
    ['a database that is not there', '/no_such_database', ''],
    [
      'a certificate that is not there',
      '/postgres',
      '?sslmode=verify-full&sslrootcert=/none/at/all',
    ],
    ['a role that is not there', '/postgres', '?user=no_such_role'],
  ])('throws an outage for %s, without secrets', async (_what, path, query) => {
    const url = new URL(`${path}${query}`, target.url());
    url.password = 'hunter2';
    const opening = openDatabase({ url: url.href, directory: '', onError: ignore });
    await expect(opening).rejects.toThrow(Outage);
    await expect(opening).rejects.not.toThrow(/hunter2/);
  });

  it('throws an outage while the server accepts no connections, and recovers', async () => {
    const db = await target.open();
    const admin = await target.open({ url: new URL('/postgres', target.url()).href });
    const name = new URL(target.url()).pathname.slice(1);
    await admin.query(`alter database ${name} allow_connections false`, []);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      name,
    ]);
    const ask = (): Promise<unknown> =>
      db.query('select 1 as one', []).catch((error: unknown) => error);
    for (let n = 0; n < 3; n += 1) expect(await ask()).toBeInstanceOf(Outage);
    await admin.query(`alter database ${name} allow_connections true`, []);
    expect(await ask()).toEqual([{ one: 1 }]);
    await Promise.all([db.close(), admin.close()]);
  });

  it('recovers by itself after its connections were ended', async () => {
    const db = await target.open();
    const lane = db.openLane({ name: 'test' });
    const killed = lane.query('select pg_sleep(10)', []).catch((error: unknown) => error);
    await db.query('select 1', []);
    const admin = await target.open();
    const ours = `from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and application_name like 'halyard%'`;
    await expect.poll(() => admin.query(`select pid ${ours}`, [])).toHaveLength(2);
    await admin.query(`select pg_terminate_backend(pid) ${ours}`, []);
    expect(await killed).toBeInstanceOf(Outage);
    // A call may still meet the dead connection; the one after it does not.
    const ask = (): Promise<unknown> => db.query('select 1 as one', []).catch(String);
    await expect.poll(ask).toEqual([{ one: 1 }]);
    expect(await lane.query('select 1 as one', [])).toEqual([{ one: 1 }]);
    await Promise.all([lane.close(), db.close(), admin.close()]);
  });

  it('ends a statement of a lane at its time limit with an outage', async () => {
    const db = await target.open();
    const lane = db.openLane({ name: 'test', statementTimeoutMs: 100 });
    await expect(lane.query('select pg_sleep(5)', [])).rejects.toThrow(Outage);
    expect(await lane.query('select 1 as one', [])).toEqual([{ one: 1 }]);
    await lane.close();
    await db.close();
  });
});
