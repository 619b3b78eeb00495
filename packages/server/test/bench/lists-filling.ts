// Customers and positions of years, by the database's own hand.
import { loadCatalogue } from '@halyard/market';
import { initialTerms } from '#features/customers/initial-terms.ts';
import type { Database } from '#platform/db/db.ts';

/** A statement each, well within the time that one may take. */
const ROWS_PER_STATEMENT = 50_000;
const OPEN_POINTS = 100_000;

const CUSTOMERS = `insert into customers (email, password_hash, first_name, last_name, phone, uniqid,
    country_id, terms_version, terms_accepted_at, created_at, account_added_at)
  select 'c' || substr(md5(id::text), 1, 10) || id || '@example.com', 'none',
    (array['Anna', 'Ben', 'Carla', 'David', 'Eva', 'Felix', 'Greta', 'Hugo'])[1 + id % 8],
    initcap(substr(md5('name' || id % 30000), 1, 9)), '+49301' || lpad(id::text, 8, '0'),
    'bench-uniqid-' || id, case id % 10 when 0 then 380 when 1 then 724 else 276 end, '1', now(),
    timestamptz '2020-01-01' + id * interval '30 seconds', now()
  from generate_series($1::bigint, $2::bigint) as id`;
// Few are blocked or professional: what is rare is what a filter has to look for.
const ACCOUNTS = `insert into trading_accounts (id, cash_cents, credit_cents, status, is_verified,
    client_category, is_protected, permitted_categories, leverage_indexes)
  select id, 100000000, 0, case id % 1000 when 0 then 'blocked' when 1 then 'close-only' else 'active' end,
    id % 3 > 0, case id % 5000 when 0 then 'professional' else 'retail' end, false, $3::jsonb, $4::jsonb
  from generate_series($1::bigint, $2::bigint) as id`;
// One in a hundred is open, far from every level, so that none closes while it is measured.
const POSITIONS = `insert into positions (id, account_id, symbol, direction, amount_cents, leverage,
    is_protected, is_automatic, termination_points, open_points, opened_at, open_sell_points,
    open_buy_points, open_sequence, open_source, open_source_at, open_received_at, close_points,
    closed_at, close_sell_points, close_buy_points, close_sequence, close_source, close_source_at,
    close_received_at, closing_reason, profit_cents)
  select id, 1 + id * 7919 % $3::bigint, ($4::text[])[1 + id * 13 % cardinality($4::text[])], 'buy',
    10000, 1, false, false, 1, $5::bigint, at, $5::bigint, $5::bigint, id, 'bench', at, at,
    case when is_closed then $5::bigint end, case when is_closed then at end,
    case when is_closed then $5::bigint end, case when is_closed then $5::bigint end,
    case when is_closed then id end, case when is_closed then 'bench' end,
    case when is_closed then at end, case when is_closed then at end,
    case when is_closed then
      (array['manually', 'stop-loss', 'take-profit', 'manually'])[1 + id % 4] end,
    case when is_closed then id % 2000 - 1000 end
  from generate_series($1::bigint, $2::bigint) as id,
    lateral (select id % 100 > 0 as is_closed) as states,
    lateral (select case when is_closed then timestamptz '2024-01-01' + id * interval '1 second'
      else now() end as at) as times`;

export type Sizes = { readonly customers: number; readonly positions: number };

export async function fillLists(db: Database, { customers, positions }: Sizes): Promise<void> {
  const symbols = loadCatalogue().map(({ symbol }) => symbol);
  const { permittedCategories, leverageIndexes } = initialTerms();
  const terms = [JSON.stringify(permittedCategories), JSON.stringify(leverageIndexes)];
  await forEachRange(customers, (first, last) => db.query(CUSTOMERS, [first, last]));
  await forEachRange(customers, (first, last) => db.query(ACCOUNTS, [first, last, ...terms]));
  await forEachRange(positions, (first, last) =>
    db.query(POSITIONS, [first, last, customers, symbols, OPEN_POINTS]),
  );
  // A database that ran for a while has done this.
  for (const table of ['customers', 'trading_accounts', 'positions']) {
    await db.query(`vacuum (analyze) ${table}`, []);
  }
}

async function forEachRange(
  rows: number,
  run: (first: number, last: number) => Promise<unknown>,
): Promise<void> {
  for (let first = 1; first <= rows; first += ROWS_PER_STATEMENT) {
    await run(first, Math.min(rows, first + ROWS_PER_STATEMENT - 1));
  }
}
