// Fills the engine's memory from the database: every account and every open position.
import { createEngineState, restoreAccount, restorePosition } from '@halyard/core/engine';
import type { AccountTerms, EngineRules, EngineState } from '@halyard/core/engine';
import { points } from '@halyard/core/instrument';
import type { Instrument } from '@halyard/core/instrument';
import { cents } from '@halyard/core/money';
import type { Position } from '@halyard/core/position';

import type { Numbering } from './batch.ts';
import type { EngineDatabase } from './engine-database.ts';

const PAGE_ROWS = 20_000;

const HIGHEST = `select
  (select coalesce(max(id), 0) from positions)::bigint as position_id,
  (select coalesce(max(id), 0) from postings)::bigint as posting_id,
  (select coalesce(max(sequence), 0) from account_notices)::bigint as notice,
  (select coalesce(max(sequence), 0) from commands)::bigint as sequence`;

const ACCOUNTS = `select id, cash_cents, credit_cents, status, is_verified, client_category,
    is_protected, permitted_categories, leverage_indexes, warned_percent, financed_day,
    (select json_object_agg(h.reference, h.amount_cents) from withdrawal_holds h
      where h.account_id = trading_accounts.id) as holds
  from trading_accounts where id > $1 order by id limit ${PAGE_ROWS}`;

const OPEN_POSITIONS = `select id, account_id, symbol, direction, amount_cents, leverage,
    is_protected, is_automatic, stop_points, target_points, termination_points, open_points,
    timestamp_to_ms(opened_at) as opened_at_ms, open_sell_points, open_buy_points, open_sequence,
    open_source, timestamp_to_ms(open_source_at) as open_source_at_ms,
    timestamp_to_ms(open_received_at) as open_received_at_ms
  from positions where closed_at is null and id > $1 order by id limit ${PAGE_ROWS}`;

// Columns as the tables' constraints and the engine's own writing leave them.
type AccountRow = {
  readonly id: number;
  readonly cash_cents: number;
  readonly credit_cents: number;
  readonly status: AccountTerms['status'];
  readonly is_verified: boolean;
  readonly client_category: AccountTerms['clientCategory'];
  readonly is_protected: boolean;
  readonly permitted_categories: AccountTerms['permittedCategories'];
  readonly leverage_indexes: AccountTerms['leverageIndexes'];
  readonly warned_percent: number | null;
  readonly financed_day: string | null;
  /** Cents by reference; null for none. */
  readonly holds: Readonly<Record<string, number>> | null;
};

type PositionRow = {
  readonly id: number;
  readonly account_id: number;
  readonly symbol: string;
  readonly direction: Position['direction'];
  readonly amount_cents: number;
  readonly leverage: number;
  readonly is_protected: boolean;
  readonly is_automatic: boolean;
  readonly stop_points: number | null;
  readonly target_points: number | null;
  readonly termination_points: number;
  readonly open_points: number;
  readonly opened_at_ms: number;
  readonly open_sell_points: number;
  readonly open_buy_points: number;
  readonly open_sequence: number;
  readonly open_source: string;
  readonly open_source_at_ms: number;
  readonly open_received_at_ms: number;
};

export type Loaded = { readonly state: EngineState; readonly numbering: Numbering };

/** The caller holds the lease, so nothing changes meanwhile. `batch` is the last committed one. */
export async function loadState(
  db: EngineDatabase,
  catalogue: { readonly rules: EngineRules; readonly instruments: readonly Instrument[] },
  batch: number,
): Promise<Loaded> {
  const [highest] = await db.query(HIGHEST, []);
  const state = createEngineState({
    ...catalogue,
    nextPositionId: Number(highest?.position_id) + 1,
  });
  await forEachRow<AccountRow>(db, ACCOUNTS, (row) => restoreAccount(state, toAccount(row)));
  const intern = createInterner();
  await forEachRow<PositionRow>(db, OPEN_POSITIONS, (row) =>
    restorePosition(state, toPosition(row, intern)),
  );
  return {
    state,
    numbering: {
      batch,
      postingId: Number(highest?.posting_id),
      notice: Number(highest?.notice),
      sequence: Number(highest?.sequence),
    },
  };
}

async function forEachRow<Row extends { readonly id: number }>(
  db: EngineDatabase,
  text: string,
  visit: (row: Row) => void,
): Promise<void> {
  let lastId = 0;
  for (;;) {
    const rows = (await db.query(text, [lastId])) as readonly Row[];
    for (const row of rows) visit(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return;
    lastId = last.id;
  }
}

function toAccount(row: AccountRow): Parameters<typeof restoreAccount>[1] {
  return {
    id: row.id,
    cashCents: cents(row.cash_cents),
    creditCents: cents(row.credit_cents),
    terms: {
      status: row.status,
      isVerified: row.is_verified,
      clientCategory: row.client_category,
      isProtected: row.is_protected,
      permittedCategories: row.permitted_categories,
      leverageIndexes: row.leverage_indexes,
    },
    holds: Object.entries(row.holds ?? {}).map(([reference, held]) => [reference, cents(held)]),
    warnedPercent: row.warned_percent,
    financedDay: row.financed_day,
  };
}

function toPosition(row: PositionRow, intern: (text: string) => string): Position {
  const symbol = intern(row.symbol);
  return {
    id: row.id,
    accountId: row.account_id,
    symbol,
    direction: row.direction,
    amountCents: cents(row.amount_cents),
    leverage: row.leverage,
    openPoints: points(row.open_points),
    openedAtMs: row.opened_at_ms,
    openQuote: {
      symbol,
      sellPoints: points(row.open_sell_points),
      buyPoints: points(row.open_buy_points),
      sequence: row.open_sequence,
      source: intern(row.open_source),
      sourceAtMs: row.open_source_at_ms,
      receivedAtMs: row.open_received_at_ms,
    },
    stopPoints: row.stop_points === null ? null : points(row.stop_points),
    targetPoints: row.target_points === null ? null : points(row.target_points),
    terminationPoints: points(row.termination_points),
    isProtected: row.is_protected,
    isAutomatic: row.is_automatic,
  };
}

/** A million positions name a few symbols: each name is kept once. */
function createInterner(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const first = known.get(text);
    if (first !== undefined) return first;
    known.set(text, text);
    return text;
  };
}
