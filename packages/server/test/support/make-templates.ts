// Before the test files of a run: the server that their databases are made in, and the database
// with the schema that they are copied from.
import { migrate, openDatabase } from '#platform/db/db.ts';
import { addressOf, announceServer, runOnPostgres } from './postgres-admin.ts';
import { startTestCluster } from './test-cluster.ts';
import type { TestCluster } from './test-cluster.ts';

let cluster: TestCluster | undefined;
let template: string | undefined;

/** Every project of the run asks for it; the first one's is everybody's. */
export async function setup(): Promise<void> {
  if (template !== undefined) return;
  template = `halyard_test_template_${process.pid}`;
  const given = process.env['DATABASE_URL'];
  cluster = given === undefined ? await startTestCluster() : undefined;
  announceServer(cluster?.url ?? given ?? '', template);
  await runOnPostgres(`create database ${template}`);
  const url = addressOf(template);
  const database = await openDatabase({ url, directory: '', onError: () => undefined });
  await migrate(database);
  await database.close();
}

/** After the last test of the run, once for each project. */
export async function teardown(): Promise<void> {
  const made = template;
  template = undefined;
  if (made === undefined) return;
  if (cluster === undefined) await runOnPostgres(`drop database ${made}`);
  else await cluster.stop();
}
