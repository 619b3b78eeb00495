// Loads the engine's memory from the database: every account and every open position.
import {
  createEngineState,
  restoreAccount,
  restoreOrder,
  restorePosition,
} from '@halyard/core/engine';
import type { AccountTerms, EngineRules, EngineState, StoredAccount } from '@halyard/core/engine';
import { points } from '@halyard/core/instrument';
import type { Instrument, Quote } from '@halyard/core/instrument';
import { cents } from '@halyard/core/money';
import type { AccountId } from '@halyard/core/position';

import type { Row } from '#platform/db/db.ts';

import { toArrayLiteral } from './commit/array-literal.ts';
import type { Numbering } from './commit/batch.ts';
import type { EngineReader } from './engine-database.ts';
import type { EngineTime } from './engine-time.ts';
import { forEachOpenPosition } from './load-positions.ts';
import { forEachPendingOrder } from './load-orders.ts';
import { loadTrailMarks } from './load-trail-marks.ts';
import { readAhead } from './commit/read-ahead.ts';

const PAGE_ROWS = 20_000;

const HIGHEST = `select
  (select coalesce(max(id), 0) from positions)::bigint as position_id,
  (select coalesce(max(id), 0) from entry_orders)::bigint as order_id,
  (select coalesce(max(id), 0) from postings)::bigint as posting_id,
  (select coalesce(max(sequence), 0) from account_notices)::bigint as notice,
  (select coalesce(max(sequence), 0) from commands)::bigint as sequence`;

// The result is text, which takes a third of the time of building JSON. Holds are in order of
// creation, because losses cancel the newest first.
const ACCOUNTS = `select id, cash_cents, credit_cents, debt_cents, warned_percent, financed_day,
    '{"status":"' || status || '","isVerified":' || is_verified::text ||
      ',"clientCategory":"' || client_category || '","hasGuaranteedStop":' || is_protected::text ||
      ',"permittedCategories":' || permitted_categories::text ||
      ',"leverageIndexes":' || leverage_indexes::text ||
      case when shares_protection then ',"sharesProtection":true}' else '}' end as terms,
    held.holds
  from trading_accounts left join (
    select h.account_id, json_object_agg(h.reference, h.amount_cents order by p.id) as holds
    from withdrawal_holds h left join postings p on p.unique_key = 'hold:' || h.reference
    group by h.account_id
  ) as held on held.account_id = id`;
const PAGE = `${ACCOUNTS} where id > $1 order by id limit ${PAGE_ROWS}`;
const BY_ID = `${ACCOUNTS} where id = any ($1::bigint[]) order by id`;

const LAST_SPLITS = `select distinct on (symbol) symbol, sequence, sell_points, buy_points, source,
    timestamp_to_ms(source_at) as source_at_ms, timestamp_to_ms(received_at) as received_at_ms
  from symbol_splits order by symbol, sequence desc`;

// The columns of an account, as constrained by the tables and written by the engine.
type AccountRow = {
  readonly id: number;
  readonly cash_cents: number;
  readonly credit_cents: number;
  readonly debt_cents: number;
  readonly warned_percent: number | null;
  readonly financed_day: string | null;
  /** AccountTerms as JSON. Thousands of accounts have the same terms, which are parsed once. */
  readonly terms: string;
  /** The account's holds: cents by withdrawal id; null for none. */
  readonly holds: Readonly<Record<string, number>> | null;
};

export type Loaded = {
  readonly state: EngineState;
  readonly numbering: Numbering;
  /** The quote that the last split of each symbol left. */
  readonly splits: readonly Quote[];
};

export type Beginning = {
  readonly rules: EngineRules;
  readonly instruments: readonly Instrument[];
  readonly time: Pick<EngineTime, 'breathe'>;
};

/**
 * Loads the memory. The caller holds the lease, so nothing changes in the meantime. `batch` is the
 * last committed one.
 */
export async function loadState(
  db: EngineReader,
  beginning: Beginning,
  batch: number,
): Promise<Loaded> {
  const state = createState(beginning);
  // The positions take their best prices from the marks.
  await loadTrailMarks(db, state);
  await fill(db, beginning, state);
  return await complete(db, state, batch);
}

/** Loads the memory except for the trail marks, from a transaction that sees one moment. */
export async function loadMemory(db: EngineReader, beginning: Beginning): Promise<EngineState> {
  const state = createState(beginning);
  await fill(db, beginning, state);
  return state;
}

/** Adds the numbers that were assigned last, and what splits have left, to a loaded memory. */
export async function complete(
  db: EngineReader,
  state: EngineState,
  batch: number,
): Promise<Loaded> {
  const [highest] = await db.query(HIGHEST, []);
  state.nextPositionId = Number(highest?.position_id) + 1;
  state.nextOrderId = Number(highest?.order_id) + 1;
  return {
    state,
    splits: (await db.query(LAST_SPLITS, [])).map(toSplitQuote),
    numbering: {
      batch,
      postingId: Number(highest?.posting_id),
      notice: Number(highest?.notice),
      sequence: Number(highest?.sequence),
    },
  };
}

/** Returns the stored accounts with these ids. */
export async function readAccounts(
  db: EngineReader,
  ids: readonly AccountId[],
): Promise<readonly StoredAccount[]> {
  const known = new Map<string, AccountTerms>();
  const rows = (await db.query(BY_ID, [toArrayLiteral(ids)])) as readonly AccountRow[];
  return rows.map((row) => toAccount(row, known));
}

function createState({ rules, instruments }: Beginning): EngineState {
  return createEngineState({ rules, instruments, nextPositionId: 1 });
}

async function fill(db: EngineReader, { time }: Beginning, state: EngineState): Promise<void> {
  await forEachAccount({ db, time }, (account) => {
    restoreAccount(state, account);
  });
  await forEachOpenPosition({ db, time }, (position) => restorePosition(state, position));
  await forEachPendingOrder({ db, time }, (order) => restoreOrder(state, order));
}

async function forEachAccount(
  { db, time }: { readonly db: EngineReader; readonly time: Pick<EngineTime, 'breathe'> },
  visit: (account: StoredAccount) => void,
): Promise<void> {
  const known = new Map<string, AccountTerms>();
  const pages = readAhead(
    time,
    async (afterId) => await readPage(db, afterId),
    (rows) => (rows.length === PAGE_ROWS ? rows.at(-1)?.id : undefined),
  );
  for await (const rows of pages) {
    for (const row of rows) visit(toAccount(row, known));
  }
}

async function readPage(db: EngineReader, afterId: number): Promise<readonly AccountRow[]> {
  return (await db.query(PAGE, [afterId])) as readonly AccountRow[];
}

function toAccount(row: AccountRow, known: Map<string, AccountTerms>): StoredAccount {
  const terms = known.get(row.terms) ?? (JSON.parse(row.terms) as AccountTerms);
  known.set(row.terms, terms);
  return {
    id: row.id,
    cashCents: cents(row.cash_cents),
    creditCents: cents(row.credit_cents),
    debtCents: cents(row.debt_cents),
    terms,
    holds: Object.entries(row.holds ?? {}).map(([reference, held]) => [reference, cents(held)]),
    warnedPercent: row.warned_percent,
    financedDay: row.financed_day,
  };
}

function toSplitQuote(row: Row): Quote {
  return {
    symbol: String(row.symbol),
    sequence: Number(row.sequence),
    bidPoints: points(Number(row.sell_points)),
    askPoints: points(Number(row.buy_points)),
    source: String(row.source),
    sourceAtMs: Number(row.source_at_ms),
    receivedAtMs: Number(row.received_at_ms),
  };
}
