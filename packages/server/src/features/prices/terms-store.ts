import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/db.ts';
import type { OwnTerms } from './terms.ts';

type TermsTables = Pick<Tables, 'symbol_terms'>;

export type StoredTerms = {
  readonly symbol: string;
  readonly own: OwnTerms;
  readonly by: string;
  readonly reason: string;
  readonly atMs: number;
};

export async function listTerms(db: Kysely<object>): Promise<readonly StoredTerms[]> {
  const rows = await tables(db).selectFrom('symbol_terms').selectAll().orderBy('symbol').execute();
  return rows.map((row) => ({
    symbol: row.symbol,
    own: {
      extraSpreadCentiBps: row.extra_spread_centi_bps,
      leastSpreadCentiBps: row.least_spread_centi_bps,
      amountMinCents: row.amount_min_cents,
      amountMaxCents: row.amount_max_cents,
      leverageMax: row.leverage_max,
      // The type is safe, because only `saveTerms` writes these lines.
      hours: row.hours as readonly string[] | null,
    },
    by: row.set_by,
    reason: row.reason,
    atMs: row.set_at.getTime(),
  }));
}

export async function saveTerms(db: Kysely<object>, terms: StoredTerms): Promise<void> {
  const { symbol, own, by, reason, atMs } = terms;
  const set = {
    extra_spread_centi_bps: own.extraSpreadCentiBps,
    least_spread_centi_bps: own.leastSpreadCentiBps,
    amount_min_cents: own.amountMinCents,
    amount_max_cents: own.amountMaxCents,
    leverage_max: own.leverageMax,
    hours: own.hours === null ? null : JSON.stringify(own.hours),
    set_by: by,
    reason,
    set_at: new Date(atMs),
  };
  await tables(db)
    .insertInto('symbol_terms')
    .values({ symbol, ...set })
    .onConflict((conflict) => conflict.column('symbol').doUpdateSet(set))
    .execute();
}

function tables(db: Kysely<object>): Kysely<TermsTables> {
  return db.withTables<TermsTables>();
}
