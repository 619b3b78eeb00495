// What a database holds, as one hash for each table and owner, so that a test can say what a call
// has changed, and whose it was.
import type { Row } from '#platform/db/db.ts';
import type { TestServer } from './start-server.ts';

/** The rows of one customer, or of nobody (0), in one table: how many, and a hash of them. */
export type Holdings = ReadonlyMap<string, string>;

export type Snapshot = {
  /** By table; without those that change by themselves. */
  readonly all: Holdings;
  /** What belongs to this customer. */
  of(customerId: number): Holdings;
};

export type TakeSnapshot = () => Promise<Snapshot>;

/** These move although nobody asks for anything: prices, leases, jobs, mails, periodic scans. */
const RESTLESS = new Set([
  'account_link_scans',
  'account_links',
  'account_traits',
  'audit_queue',
  'auto_trading_signals',
  'candles',
  'candle_spans',
  'changes',
  'engine_batches',
  'engine_lease',
  'jobs',
  'market_gaps',
  'market_lease',
  'outbox',
  'price_worlds',
  'programs',
  'push_messages',
  'quote_blocks',
  'quote_log',
  'rejected_quotes',
  'schema_functions',
  'schema_migrations',
]);
/** The column that says whose a row is, the first that a table has. */
const OWNER_COLUMNS = ['customer_id', 'account_id', 'subject_id'] as const;
/** Tables whose own key is the customer's id. */
const OWN_KEYS = new Set(['customers', 'trading_accounts']);
/** When a session was last used is exact to a minute: it may pass between two snapshots. */
const LEFT_OUT = 'last_used_at';
/** A function keeps the plan of its query: planning eighty tables costs more than reading them. */
const FUNCTION = 'take_test_snapshot';

/** Finds the tables once: a new one is included by itself. */
export async function createSnapshots(server: TestServer): Promise<TakeSnapshot> {
  const columns = await server.query(
    `select table_name, column_name, data_type from information_schema.columns
     where table_schema = 'public' order by table_name, ordinal_position`,
  );
  const byTable = Map.groupBy(columns, (row) => String(row['table_name']));
  const parts = [...byTable]
    .filter(([table]) => !RESTLESS.has(table))
    .map(([table, rows]) => partOf(table, rows));
  await server.query(
    `create or replace function ${FUNCTION}() returns table (name text, owner bigint, content text)
     language plpgsql as $$ begin return query ${parts.join(' union all ')}; end $$`,
  );
  return async () => {
    await chainAudit(server);
    return toSnapshot(await server.query(`select * from ${FUNCTION}()`));
  };
}

/** The tables that changed since the last comparison, of all customers or of one. */
export type Compare = (customerId?: number) => Promise<readonly string[]>;

/** A snapshot is the end of one comparison and the beginning of the next. */
export async function createComparison(take: TakeSnapshot): Promise<Compare> {
  let last = await take();
  return async (customerId) => {
    const before = last;
    last = await take();
    return customerId === undefined
      ? changed(before.all, last.all)
      : changed(before.of(customerId), last.of(customerId));
  };
}

/** Moves the queued records of sign-ins to the audit log now, which would otherwise change later. */
export async function chainAudit(server: TestServer): Promise<void> {
  await server.query('select audit_chain_queued(10000)');
}

/** The sum of the rows' hashes and how many they are: the same in every order. */
function partOf(table: string, columns: readonly Row[]): string {
  const names = columns.map((column) => String(column['column_name']));
  const found = OWNER_COLUMNS.find((name) => names.includes(name));
  const owner = OWN_KEYS.has(table) ? 'id' : (found ?? 'null');
  const values = columns
    .filter((column) => column['column_name'] !== LEFT_OUT)
    .map((column) => {
      const name = `t."${String(column['column_name'])}"`;
      return column['data_type'] === 'json' ? `${name}::text` : name;
    });
  return `select '${table}', coalesce((${owner})::bigint, 0),
    count(*) || ':' || sum(hash_record_extended(row(${values.join()}), 0)::numeric)
    from ${table} t group by 2`;
}

function toSnapshot(rows: readonly Readonly<Record<string, unknown>>[]): Snapshot {
  const entries = rows.map((row) => ({
    table: String(row['name']),
    owner: Number(row['owner']),
    content: String(row['content']),
  }));
  const byTable = Map.groupBy(entries, ({ table }) => table);
  return {
    all: new Map(
      [...byTable].map(([table, owned]) => [
        table,
        owned
          .map(({ owner, content }) => `${owner}:${content}`)
          .toSorted()
          .join(),
      ]),
    ),
    of: (customerId) =>
      new Map(
        entries
          .filter(({ owner }) => owner === customerId)
          .map(({ table, content }) => [table, content]),
      ),
  };
}

/** The tables in which the two differ. */
export function changed(before: Holdings, after: Holdings): readonly string[] {
  const tables = new Set([...before.keys(), ...after.keys()]);
  return [...tables].filter((table) => before.get(table) !== after.get(table)).toSorted();
}
