// The lists of the back office over the whole program, for `npm run bench -- lists`: of each that has
// rows its first pages, its last ones, what a search finds and what each filter leaves. Beside them a
// bare select by the primary key, on the same database. It is forked with the numbers of customers,
// of positions and of calls of each question.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import type { Resource } from '@halyard/contract/backoffice/resource';
import { RESOURCES } from '@halyard/contract/backoffice/resources';
import { exampleOf } from '@halyard/contract/openapi/example';
import { startApp } from '#app.ts';
import type { Database } from '#platform/db/db.ts';
import { createLog } from '#platform/log/log.ts';
import { readSettings } from '#settings.ts';
import * as z from 'zod/mini';
import { createBenchDatabase, isAbsent } from './bench-database.ts';
import { fillLists } from './lists-filling.ts';
import type { Sizes } from './lists-filling.ts';

const UNLIMITED = { perSecond: 1_000_000, burst: 1_000_000 };
const STAFF = `insert into staff (email, name, password_hash, roles, created_at,
    changed_at, changed_by)
  values ('bench@staff.example', 'Bench', 'none', '{admin}', now(), now(), 'operator:bench')
  returning id`;
const SESSION = `insert into sessions (id, kind, subject_id, token_hash, assurance, created_at,
    last_used_at, expires_at, ip, network, user_agent)
  values ($1, 'staff', $2, $3, 'full', now(), now(), now() + interval '8 hours', '127.0.0.1',
    '127.0.0.1', 'bench')`;
const CURSOR_PARTS = z.tuple([z.string(), z.string(), z.string(), z.string()]);
const SEARCHED_LENGTHS = [3, 6, 40];

type Query = Readonly<Record<string, string>>;
type Row = Readonly<Record<string, unknown>>;
type Page = { readonly rows: readonly Row[]; readonly next: string | null };
type Ask = (name: string, query: Query) => Promise<Page>;
type Waits = {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly slowest: string;
};

async function addStaff(db: Database): Promise<string> {
  const [member] = await db.query(STAFF, []);
  const token = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(token).digest('hex');
  await db.query(SESSION, [randomUUID(), member?.['id'], hash]);
  return token;
}

function createAsk(url: string, token: string): Ask {
  return async (name, query) => {
    const response = await fetch(
      `${url}/api/backoffice/${name}?${new URLSearchParams(query).toString()}`,
      { headers: { authorization: `Bearer ${token}` } },
    );
    if (!response.ok) throw new Error(`${name}: ${await response.text()}`);
    return ((await response.json()) as { readonly data: Page }).data;
  };
}

/** Every kind of question of a list. */
async function questionsOf({ shape, list }: Resource, ask: Ask) {
  const sorted = shape.sorts.flatMap((sort) =>
    (['asc', 'desc'] as const).map((order) => ({ sort, order })),
  );
  const deep: Query[] = [];
  for (const { sort, order } of sorted) {
    const other = order === 'asc' ? 'desc' : 'asc';
    const { next } = await ask(shape.name, { sort, order: other, limit: '200' });
    if (next !== null) deep.push({ sort, order, after: turned(next, order) });
  }
  const { rows } = await ask(shape.name, { limit: '200' });
  const row = rows.at(-1) ?? {};
  const texts = shape.search.map((field) => String(row[field]));
  const searched = texts.flatMap((text) =>
    SEARCHED_LENGTHS.map((length) => ({ search: text.slice(0, length) })),
  );
  const examples = exampleOf(list.query ?? list.reply, 'input') as Row;
  const filtered = Object.entries(shape.filters).flatMap(([name, { schema }]) => {
    const { enum: values } = z.toJSONSchema(schema, { io: 'input' });
    const given = values ?? [examples[name]];
    // In every order: what is rare lies far apart in most of them.
    return given.flatMap((value) => shape.sorts.map((sort) => ({ sort, [name]: String(value) })));
  });
  return { first: sorted, deep, searched, filtered };
}

/** Where a page ended, seen from the other side: what follows is the end of the list. */
function turned(cursor: string, order: string): string {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const [sort, , value, key] = z.parse(CURSOR_PARTS, JSON.parse(text));
  return Buffer.from(JSON.stringify([sort, order, value, key])).toString('base64url');
}

async function measure(
  calls: number,
  questions: readonly Query[],
  ask: (query: Query) => Promise<unknown>,
): Promise<Waits | undefined> {
  if (questions.length === 0) return undefined;
  const waits: { readonly ms: number; readonly query: Query }[] = [];
  for (const query of questions) {
    for (let call = 0; call < calls; call += 1) {
      const beginMs = performance.now();
      await ask(query);
      waits.push({ ms: performance.now() - beginMs, query });
    }
  }
  const ordered = waits.toSorted((one, other) => one.ms - other.ms);
  const at = (share: number) => ordered[Math.ceil(ordered.length * share) - 1]?.ms ?? Number.NaN;
  const slowest = JSON.stringify(ordered.at(-1)?.query);
  return { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1), slowest };
}

async function measureAll(db: Database, ask: Ask, { customers }: Sizes, calls: number) {
  const lists: Record<string, unknown> = {};
  for (const resource of RESOURCES) {
    const { name } = resource.shape;
    const { rows } = await ask(name, {});
    if (rows.length === 0) continue;
    const measured: Record<string, unknown> = {};
    for (const [kind, asked] of Object.entries(await questionsOf(resource, ask))) {
      measured[kind] = await measure(calls, asked, async (query) => await ask(name, query));
    }
    lists[name] = measured;
  }
  const ids = Array.from({ length: 100 }, (_, index) => 1 + ((index * 7919) % customers));
  const bare = await measure(
    calls,
    ids.map((id) => ({ id: String(id) })),
    async ({ id }) => await db.query('select * from customers where id = $1', [Number(id)]),
  );
  return { lists, bare };
}

async function main(sizes: Sizes, calls: number): Promise<void> {
  const database = await createBenchDatabase('postgres');
  const { db, url: databaseUrl = '' } = database;
  try {
    await fillLists(db, sizes);
    const token = await addStaff(db);
    const read = readSettings({
      DATA_DIR: dirname(database.directory),
      PORT: '0',
      DEMO: '0',
      DATABASE_URL: databaseUrl,
    });
    if (read.kind === 'invalid') throw new Error(JSON.stringify(read.problems));
    const app = await startApp(read.settings, {
      log: createLog('error'),
      onFatal: (error) => {
        throw error;
      },
      rates: { ordinary: UNLIMITED, credential: UNLIMITED },
    });
    await app.ready;
    const figures = await measureAll(db, createAsk(app.url, token), sizes, calls);
    await app.stop();
    process.send?.({ kind: 'measured', figures });
  } finally {
    await database.drop();
  }
}

const [, , customers, positions, calls] = process.argv;
try {
  const sizes = { customers: Number(customers), positions: Number(positions) };
  await main(sizes, Number(calls));
} catch (error) {
  if (!isAbsent(error)) throw error;
  process.send?.({ kind: 'absent' });
}
process.disconnect();
