// Upgrades a database of the first version: the engine fills a database with positions, the columns
// that the first version had are copied into its schema, and every later migration is applied. It
// prints how long that takes, how long a table was locked, and what the audit finds. Needs `psql`
// and a PostgreSQL at DATABASE_URL or 127.0.0.1:5432, where it makes two databases and drops them.
import { execFile } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from '#engine/engine.ts';
import { migrate, openDatabase, type Database } from '#platform/db/db.ts';
import { buildSchema } from '#platform/db/migrate.ts';
import { Outage } from '#platform/outage/outage.ts';
import { createBenchDatabase } from '../bench/bench-database.ts';
import { ACCOUNTS, startBenchEngine, tradeOnce } from '../bench/bench-orders.ts';
import { createEvidence, print, type Evidence } from './evidence.ts';
import { listReleased } from './released-migrations.ts';

const LOOK_EVERY_MS = 10;
/** The migration numbers of the first version. */
const FIRST_VERSION_UNTIL = '0011';
const SAID_EVERY_MS = 15_000;

/** True when the audit of the upgraded database finds nothing. */
export async function soakUpgrade(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      positions: { type: 'string', default: '1000000' },
      'no-evidence': { type: 'boolean', default: false },
    },
  });
  const positions = Number(values.positions);
  if (!Number.isSafeInteger(positions) || positions < 1) {
    throw new Error(`${values.positions} is not a number of positions.`);
  }
  const evidence = createEvidence({ soak: 'upgrade' }, !values['no-evidence']);
  const source = await createBenchDatabase('postgres');
  const target = await createEmptyDatabase(source.url ?? '');
  try {
    await fill(source.db, positions);
    await copyAsFirstVersion(source, target);
    return await upgrade(target.db, evidence);
  } finally {
    await target.db.close();
    await source.db.query(`drop database ${target.name} with (force)`, []);
    await source.drop();
  }
}

type Target = { readonly db: Database; readonly url: string; readonly name: string };

async function createEmptyDatabase(sourceUrl: string): Promise<Target> {
  const address = new URL(sourceUrl);
  const name = `${address.pathname.slice(1)}_first`;
  const onError = (error: unknown): void => print(String(error));
  const admin = await openDatabase({ url: sourceUrl, directory: '', onError });
  await admin.query(`create database ${name}`, []);
  await admin.close();
  address.pathname = `/${name}`;
  const url = address.href;
  return { db: await openDatabase({ url, directory: '', onError }), url, name };
}

/** Opens and closes positions as customers who wait for each answer do. */
async function fill(db: Database, positions: number): Promise<void> {
  const { engine, stop } = await startBenchEngine(db);
  let begun = 0;
  let saidAtMs = performance.now();
  await Promise.all(
    Array.from({ length: ACCOUNTS }, async (_, index) => {
      while (begun < positions) {
        begun += 1;
        await tradeOnce(engine, index + 1).catch(async (error: unknown) => {
          if (!(error instanceof Outage)) throw error;
          await engine.whenReady();
        });
        if (performance.now() - saidAtMs < SAID_EVERY_MS) continue;
        saidAtMs = performance.now();
        print(`${begun} of ${positions} positions`);
      }
    }),
  );
  await stop();
}

async function copyAsFirstVersion(
  source: { readonly db: Database; readonly url: string | undefined },
  target: Target,
): Promise<void> {
  const first = listReleased().filter(({ name }) => name.slice(0, 4) <= FIRST_VERSION_UNTIL);
  const lane = target.db.openLane({ name: 'first version', statementTimeoutMs: 0 });
  await buildSchema(async (script) => await lane.run(script), first);
  await lane.close();
  for (const [table, columns] of await listShared(source.db, target.db)) {
    print(`copies ${table}`);
    const read = `copy (select ${columns} from ${table}) to stdout`;
    // Keys between tables are checked by nobody while they are filled one by one.
    const write = `set session_replication_role = replica; truncate ${table} cascade; copy ${table} (${columns}) from stdin`;
    const pipe = 'set -e; psql -qAt "$1" -c "$2" | psql -q -v ON_ERROR_STOP=1 "$3" -c "$4"';
    const pipeWords = ['-c', pipe, 'sh', source.url ?? '', read, target.url, write];
    await promisify(execFile)('sh', pipeWords);
  }
  await target.db.query('analyze', []);
}

/** The tables that both have, with the columns that both have. */
async function listShared(
  source: Database,
  target: Database,
): Promise<ReadonlyMap<string, string>> {
  const text = `select c.table_name as table, c.column_name as name
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and not starts_with(c.table_name, 'schema_')
    order by c.table_name, c.ordinal_position`;
  const has = new Set(
    (await source.query(text, [])).map((row) => `${String(row.table)}.${String(row.name)}`),
  );
  const shared = new Map<string, string[]>();
  for (const row of await target.query(text, [])) {
    const [table, name] = [String(row.table), String(row.name)];
    if (has.has(`${table}.${name}`)) shared.set(table, [...(shared.get(table) ?? []), name]);
  }
  const filled = new Map<string, string>();
  for (const [table, columns] of shared) {
    const [row] = await source.query(`select exists (select from ${table}) as is_filled`, []);
    if (row?.is_filled === true) filled.set(table, columns.join(', '));
  }
  return filled;
}

async function upgrade(db: Database, evidence: Evidence): Promise<boolean> {
  const [size] = await db.query(
    `select (select count(*) from positions) as positions,
       pg_size_pretty(pg_database_size(current_database())) as size`,
    [],
  );
  evidence.say(
    `The first version's database has ${String(size?.positions)} positions, ${String(size?.size)}.`,
  );
  const locks = watchLocks(db);
  const beganMs = performance.now();
  const applied = await migrate(db);
  const tookMs = Math.round(performance.now() - beganMs);
  const longest = await locks.stop();
  evidence.say(`${applied.length} migrations and the functions took ${tookMs} ms.`);
  for (const { table, heldMs } of longest) evidence.say(`${table} was locked for ${heldMs} ms.`);
  const auditBeganMs = performance.now();
  const report = await audit(db);
  const auditMs = Math.round(performance.now() - auditBeganMs);
  for (const { subject, problem } of report.differences.slice(0, 20)) {
    evidence.say(`${subject}: ${problem}`);
  }
  const { positions, postings, commands, differenceCount } = report;
  evidence.say(
    `The audit of ${positions} positions took ${auditMs} ms: ${differenceCount} differences.`,
  );
  const longestLockMs = longest[0]?.heldMs ?? 0;
  const counted = { positions, postings, commands, differences: differenceCount };
  evidence.finish({ migrations: applied.length, tookMs, longestLockMs, auditMs, ...counted });
  return differenceCount === 0;
}

type Held = { readonly table: string; readonly heldMs: number };

/** Looks which tables of the database nobody else can read or write. The longest lock is first. */
function watchLocks(db: Database): { stop(): Promise<readonly Held[]> } {
  const since = new Map<string, number>();
  const longest = new Map<string, number>();
  let isWatching = true;
  const look = async (): Promise<void> => {
    const rows = await db.query(
      `select distinct c.relname as table from pg_locks l join pg_class c on c.oid = l.relation
       where l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
         and l.granted and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
         and l.database = (select oid from pg_database where datname = current_database())`,
      [],
    );
    const nowMs = performance.now();
    const held = new Set(rows.map((row) => String(row.table)));
    for (const table of since.keys()) if (!held.has(table)) since.delete(table);
    for (const table of held) {
      if (!since.has(table)) since.set(table, nowMs);
      const heldMs = Math.round(nowMs - (since.get(table) ?? nowMs)) + LOOK_EVERY_MS;
      longest.set(table, Math.max(longest.get(table) ?? 0, heldMs));
    }
  };
  const watching = (async () => {
    while (isWatching) {
      await look();
      await sleep(LOOK_EVERY_MS);
    }
  })();
  return {
    stop: async () => {
      isWatching = false;
      await watching;
      return [...longest]
        .map(([table, heldMs]) => ({ table, heldMs }))
        .toSorted((one, other) => other.heldMs - one.heldMs);
    },
  };
}
