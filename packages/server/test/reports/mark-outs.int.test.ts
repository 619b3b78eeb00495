// Mark-outs of a few fills and quotes of which every figure is reckoned by hand.
import { HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readMarkOuts } from '#features/reports/reports.ts';
import { migrate } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const OPENED_MS = Date.parse('2026-03-01T10:00:00Z');

const CUSTOMERS = `
  insert into customers (email, password_hash, first_name, last_name, phone, uniqid, terms_version,
    terms_accepted_at, created_at)
  select g || '@example.com', '', 'A', 'B', '', 'uniqid-' || g, '1', now(), now()
  from generate_series(1, 3) g;
  insert into trading_accounts (id, status, is_verified, client_category, is_protected,
    permitted_categories, leverage_indexes)
  select g, 'active', true, 'retail', false, '[]', '{}' from generate_series(1, 3) g`;

/**
 * All at 10:00:00 on BTCUSD, € 1,000.00 of notional, at quote 100 (middle 40,000):
 * 1: bought by customer 1, sold by the customer at 10:00:10 (quote 103).
 * 2: sold by customer 2, still open.
 * 3: bought by the strategy of customer 3.
 * 4: the closed part of another position of customer 3.
 * 5: bought by customer 3 on ETHUSD, of which nothing is logged.
 */
const POSITIONS = `
  insert into positions (id, account_id, symbol, direction, amount_cents, leverage, is_protected,
    is_automatic, termination_points, open_points, opened_at, open_sell_points, open_buy_points,
    open_sequence, open_source, open_source_at, open_received_at, open_seen_points, close_points,
    closed_at, close_sell_points, close_buy_points, close_sequence, close_source, close_source_at,
    close_received_at, closing_reason, profit_cents, close_seen_points)
  select id, account, symbol, direction, 50000, 2, false, automatic, 1, 40000, opened, 39995, 40005,
    100, 's', opened, opened, seen, case when closed is null then null else 40000 end, closed,
    case when closed is null then null else 39995 end, case when closed is null then null else 40005 end,
    case when closed is null then null else 103 end, case when closed is null then null else 's' end,
    closed, closed, case when closed is null then null else 'manually' end,
    case when closed is null then null else 0 end, case when closed is null then null else 40000 end
  from (values
    (1, 1, 'BTCUSD', 'buy', false, 40000, timestamptz '2026-03-01 10:00:10Z'),
    (2, 2, 'BTCUSD', 'sell', false, 40000, null),
    (3, 3, 'BTCUSD', 'buy', true, null, null),
    (4, 3, 'BTCUSD', 'buy', false, null, '2026-03-01 10:00:10Z'),
    (5, 3, 'ETHUSD', 'buy', false, 40000, null)
  ) v (id, account, symbol, direction, automatic, seen, closed),
  (values (timestamptz '2026-03-01 10:00:00Z')) o (opened)`;

/**
 * Seconds after the opening and middle: −0.1: 40,000 (100) · 0.8: 40,040 (101) · 4: 40,080 (102) ·
 * 9.9: 40,080 (103) · 25: 39,960 (104) · 75: 50,000 (105). Before the fill 1,000 (99).
 */
const QUOTES = `
  insert into quote_blocks (symbol, first_sequence, source, sell_points, buy_points, source_at_ms,
    received_at_ms)
  select 'BTCUSD', first, 's', array(select p - 5 from unnest(middles) p),
    array(select p + 5 from unnest(middles) p), array(select ${OPENED_MS} + t from unnest(times) t),
    array(select ${OPENED_MS} + t from unnest(times) t)
  from (values
    (99, array[1000, 40000, 40040], array[-500, -100, 800]),
    (102, array[40080, 40080], array[4000, 9900]),
    (104, array[39960, 50000], array[25000, 75000])
  ) v (first, middles, times)`;

describeOnDatabase('mark-outs', (database) => {
  let db: Database;
  beforeAll(async () => {
    db = await database.open();
    await migrate(db);
    const lane = db.openLane({ name: 'test' });
    for (const script of [CUSTOMERS, POSITIONS, QUOTES]) await lane.run(script);
    await lane.close();
  });
  afterAll(() => db.close());

  it('are read from the quote log for openings and the closings by customers', async () => {
    const read = await readMarkOuts(db.kysely, OPENED_MS + 2 * MINUTE_MS);
    // Customer 1: bought at 40,000 (+10, +20, −10 basis points), then sold at 40,080, after which
    // the price was 40,080 for 10 s and 39,960 after 60 s: 0, 0, +29.94.
    expect(read).toEqual({
      at: '2026-03-01T10:02:00.000Z',
      fills: 3,
      unknown: 1,
      rows: [
        {
          customer_id: 1,
          symbol: 'BTCUSD',
          fills: 2,
          move: { after_1s: 5, after_10s: 10, after_60s: 9.97 },
          gain: { after_1s: 1, after_10s: 2, after_60s: 1.99 },
        },
        {
          customer_id: 2,
          symbol: 'BTCUSD',
          fills: 1,
          move: { after_1s: -10, after_10s: -20, after_60s: 10 },
          gain: { after_1s: -1, after_10s: -2, after_60s: 1 },
        },
      ],
    });
  });

  it('leave out fills whose last price may not be logged yet, and those of another day', async () => {
    const soon = await readMarkOuts(db.kysely, OPENED_MS + 85_000);
    expect(soon).toMatchObject({ fills: 2, unknown: 1 });
    const early = await readMarkOuts(db.kysely, OPENED_MS + 70_000);
    expect(early).toMatchObject({ fills: 0, unknown: 0, rows: [] });
    const nextDay = await readMarkOuts(db.kysely, OPENED_MS + 25 * HOUR_MS);
    expect(nextDay).toMatchObject({ fills: 0, unknown: 0, rows: [] });
  });
});
