// Before the test files of a run: the templates that their databases are copied from.
import { migrate, openDatabase } from '#platform/db/db.ts';
import { migratedTemplate, namePostgresTemplate } from './database-templates.ts';
import { addressOf, runOnPostgres } from './postgres-admin.ts';

let postgresTemplate: string | undefined;

/** Every project of the run asks for it; the first one's templates are everybody's. */
export async function setup(): Promise<void> {
  if (postgresTemplate !== undefined) return;
  await migratedTemplate();
  try {
    await runOnPostgres('select 1');
  } catch {
    // The tests themselves say that none answers.
    return;
  }
  postgresTemplate = namePostgresTemplate();
  await runOnPostgres(`create database ${postgresTemplate}`);
  const url = addressOf(postgresTemplate);
  const database = await openDatabase({ url, directory: '', onError: () => undefined });
  await migrate(database);
  await database.close();
}

export async function teardown(): Promise<void> {
  const made = postgresTemplate;
  postgresTemplate = undefined;
  if (made !== undefined) await runOnPostgres(`drop database ${made}`);
}
