// Reports over a few rows of which every figure is reckoned by hand.
import { DAY_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { points } from '@halyard/core/instrument';
import { createDayFigures, makeReport } from '#features/reports/reports.ts';
import type { ReportRequest } from '#features/reports/reports.ts';
import { migrate } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const FIRST_MS = Date.parse('2026-03-01T00:00:00Z');
const SPAN = { fromMs: FIRST_MS, untilMs: FIRST_MS + 2 * DAY_MS };
const NOW_MS = SPAN.untilMs;
const BTCUSD = {
  symbol: 'BTCUSD',
  bidPoints: points(9_000),
  askPoints: points(9_010),
  sequence: 9,
  source: 'test',
  sourceAtMs: NOW_MS,
  receivedAtMs: NOW_MS,
};

const CUSTOMERS = `
  insert into customers (email, password_hash, first_name, last_name, phone, uniqid, terms_version,
    terms_accepted_at, created_at)
  select g || '@example.com', '', 'A', 'B', '', 'uniqid-' || g, '1', now(),
    timestamptz '2026-02-28 23:59:59Z' + (g - 1) * interval '1 day' from generate_series(1, 3) g;
  insert into trading_accounts (id, status, is_verified, client_category, is_protected,
    permitted_categories, leverage_indexes)
  select g, 'active', true, case g when 3 then 'professional' else 'retail' end, false, '[]', '{}'
  from generate_series(1, 3) g`;

/**
 * 1: € 100 × 2 bought at 10,013, seen at 10,003, closed by hand at 10,100 with a gain of € 1.74,
 *    seen at 10,110.
 * 2: € 50 × 5 sold at 9,998, stopped at 10,201 where 10,200 was set, with a loss of € 5.08.
 * 3: of account 2, € 10 × 1 bought at 10,013 and still open.
 * 4: of the professional, a loss of € 20.
 */
const POSITIONS = `
  insert into positions (id, account_id, symbol, direction, amount_cents, leverage, is_protected,
    is_automatic, stop_points, termination_points, open_points, opened_at, open_sell_points,
    open_buy_points, open_sequence, open_source, open_source_at, open_received_at, close_points,
    closed_at, close_sell_points, close_buy_points, close_sequence, close_source, close_source_at,
    close_received_at, closing_reason, profit_cents, close_seen_points, open_seen_points)
  select id, account, 'BTCUSD', direction, amount, leverage, false, false, stop, 1, open_points,
    opened, 9990, 10010, 1, 's', opened, opened, close_points, closed, close_sell, close_buy,
    case when closed is null then null else 2 end, case when closed is null then null else 's' end,
    closed, closed, reason, profit, seen, case id when 1 then 10003 end
  from (values
    (1, 1, 'buy', 10000, 2, null::int, 10013, timestamptz '2026-03-01 10:00Z', 10100,
      timestamptz '2026-03-01 11:00Z', 10100, 10130, 'manually', 174, 10110),
    (2, 1, 'sell', 5000, 5, 10200, 9998, '2026-03-01 10:00Z', 10201,
      '2026-03-02 11:00Z', 10191, 10201, 'stop-loss', -508, null),
    (3, 2, 'buy', 1000, 1, null, 10013, '2026-03-02 10:00Z', null, null, null, null, null, null,
      null),
    (4, 3, 'buy', 10000, 2, null, 10013, '2026-03-02 10:00Z', 9012, '2026-03-02 12:00Z', 9012, 9022,
      'manually', -2000, 9012)
  ) v (id, account, direction, amount, leverage, stop, open_points, opened, close_points, closed,
    close_sell, close_buy, reason, profit, seen)`;

const LEDGER = `
  insert into postings (id, kind, reference, unique_key, posted_at) values
    (1, 'trade', 'position:1', 'a', '2026-03-01 11:00Z'),
    (2, 'trade', 'position:2', 'b', '2026-03-02 11:00Z'),
    (3, 'financing', 'position:2', 'c', '2026-03-01 22:00Z'),
    (4, 'fee', 'position:3', 'd', '2026-03-02 10:00Z'),
    (5, 'protection', 'position:2', 'e', '2026-03-02 11:00Z');
  insert into ledger_entries (posting_id, line, account, customer_id, amount_cents) values
    (1, 1, 'customer:cash', 1, 174), (1, 2, 'house:trading', null, -174),
    (2, 1, 'customer:cash', 1, -508), (2, 2, 'house:trading', null, 508),
    (3, 1, 'customer:cash', 1, -7), (3, 2, 'house:financing', null, 7),
    (4, 1, 'customer:cash', 2, -3), (4, 2, 'house:fees', null, 3),
    (5, 1, 'customer:cash', 1, 9), (5, 2, 'house:protection', null, -9)`;

const TRANSACTIONS = `
  insert into transactions (id, customer_id, type_id, status, amount_cents, requested_cents,
    created_at, updated_at, settled_at)
  select rpad(letter || number, 19, '0'), customer, type, status, amount, amount, at, at, at
  from (values
    ('D', 1, 1, 2, 'approved', 25000, timestamptz '2026-03-01 09:00Z'),
    ('D', 2, 1, 11, 'approved', 1, timestamptz '2026-03-02 09:00Z'),
    ('D', 3, 2, 2, 'rejected', 99900, timestamptz '2026-03-02 09:00Z'),
    ('D', 4, 2, 1, 'approved', 30050, timestamptz '2026-03-02 09:00Z'),
    ('D', 5, 2, 4, 'approved', 500, timestamptz '2026-03-02 09:00Z'),
    ('W', 6, 1, 6, 'approved', -1234, timestamptz '2026-03-02 23:59Z')
  ) v (letter, number, customer, type, status, amount, at)`;

describeOnDatabase('a report', (database) => {
  let db: Database;
  beforeAll(async () => {
    db = await database.open();
    await migrate(db);
    const lane = db.openLane({ name: 'test' });
    for (const script of [CUSTOMERS, POSITIONS, LEDGER, TRANSACTIONS]) await lane.run(script);
    await lane.run(`insert into audit_events (at, actor, action, subject) values
      ('2026-03-02 08:00Z', 'operator:tester', 'customer.verify', 'customer:1'),
      ('2026-03-03 08:00Z', 'operator:tester', 'customer.verify', 'customer:2')`);
    await lane.close();
  });
  afterAll(() => db.close());

  const report = async (request: Partial<ReportRequest> & Pick<ReportRequest, 'name'>) => {
    const instruments = [{ symbol: 'BTCUSD', category: 'crypto' }];
    const market = { quote: () => BTCUSD };
    const deps = { db, instruments, market, losingAccountsPercent: 80 };
    const made = await makeReport(deps, { span: SPAN, nowMs: NOW_MS, ...request });
    return made.kind === 'made' ? made.report : expect.fail(made.problem);
  };

  it('of daily figures adds up sign-ups, money, volume and the broker’s result', async () => {
    const { columns, rows } = await report({ name: 'daily' });
    // The newest day is first.
    expect(
      rows
        .toReversed()
        .map((cells) => Object.fromEntries(columns.map((name, at) => [name, cells[at]]))),
    ).toEqual([
      {
        day: '2026-03-01',
        sign_ups: '1',
        verified: '0',
        first_deposits: '1',
        opened: '2',
        closed: '1',
        open_at_end: '1',
        volume_eur: '450.00',
        deposits_eur: '250.00',
        taken_back_eur: '0.00',
        withdrawals_eur: '0.00',
        trading_eur: '-1.74',
        financing_eur: '0.07',
        fees_eur: '0.00',
        protection_eur: '0.00',
      },
      {
        day: '2026-03-02',
        sign_ups: '1',
        verified: '1',
        first_deposits: '1',
        opened: '2',
        closed: '2',
        open_at_end: '1',
        volume_eur: '210.00',
        deposits_eur: '300.51',
        taken_back_eur: '0.00',
        withdrawals_eur: '12.34',
        trading_eur: '5.08',
        financing_eur: '0.00',
        fees_eur: '0.03',
        protection_eur: '0.09',
      },
    ]);
  });

  it('of losing accounts counts retail accounts with open positions and costs', async () => {
    const { notes, rows } = await report({ name: 'losing-accounts' });
    // Account 2: 1,000 cents × (9,000 − 10,013) ÷ 10,013 = −101.17.
    expect(rows).toEqual([
      ['1', '2', '0', '-3.34', '0.00', '-0.07', '-3.41', 'yes'],
      ['2', '0', '1', '0.00', '-1.01', '-0.03', '-1.04', 'yes'],
    ]);
    expect(notes[0]).toContain('2 of 2 retail accounts lost money: 100.00 %');
  });

  it('of costs has every position of the customer and the sum', async () => {
    const { rows } = await report({ name: 'costs', customerId: 1 });
    // Of position 2: 25,000 cents × 20 ÷ 2 ÷ 9,998 = 25.005, × 10 ÷ 2 ÷ 9,998 = 12.50, and its
    // mark-up × 8 ÷ 9,998 = 20.004.
    expect(rows).toEqual([
      ['1', 'BTCUSD', '200.00', '0.50', '0.06', '0.00', '0.00', '0.56'],
      ['2', 'BTCUSD', '250.00', '0.38', '0.20', '0.07', '0.00', '0.65'],
      ['all', '', '', '0.88', '0.26', '0.07', '0.00', '1.21'],
    ]);
  });

  it('of execution compares each opening and close with the requested price', async () => {
    const { rows, notes } = await report({ name: 'execution' });
    const rowOf = (group: string, kind: string) =>
      rows.find((row) => row[0] === group && row[1] === kind)?.slice(2);
    // 10 of 10,110 points worse is 989 millionths, 1 of 10,200 is 98; position 4 got what it saw.
    expect(rowOf('BTCUSD', 'manual')).toEqual('2 494.5 0 989 0.00 50.00 50.00  989.0'.split(' '));
    expect(rowOf('BTCUSD', 'stop-loss')).toEqual('1 98.0 98 98 0.00 0.00 100.00  98.0'.split(' '));
    // 10 of 10,003 points more than was seen is 1,000 millionths; others told no price.
    expect(rowOf('BTCUSD', 'opening')).toEqual(
      '1 1000.0 1000 1000 0.00 0.00 100.00  1000.0'.split(' '),
    );
    expect(rowOf('all', 'all')).toEqual('4 521.8 98 1000 0.00 25.00 75.00  695.7'.split(' '));
    expect(notes[0]).toMatch(/^1 openings and 3 closings /);
  });

  it('of execution compares an opening with its original fill, also after a split', async () => {
    const lane = db.openLane({ name: 'test' });
    await lane.run('update positions set filled_points = 10013, open_points = 2003 where id = 1');
    const { rows } = await report({ name: 'execution' });
    await lane.run('update positions set filled_points = null, open_points = 10013 where id = 1');
    await lane.close();
    const opening = rows.find((row) => row[0] === 'BTCUSD' && row[1] === 'opening');
    expect(opening?.slice(2, 5)).toEqual(['1', '1000.0', '1000']);
  });

  it('of losing accounts values a guaranteed position at its guarantee', async () => {
    const lane = db.openLane({ name: 'test' });
    await lane.run('update positions set is_protected = true, stop_points = 9512 where id = 3');
    const { rows } = await report({ name: 'losing-accounts' });
    await lane.run('update positions set is_protected = false, stop_points = null where id = 3');
    await lane.close();
    // 1,000 cents × (9,512 − 10,013) ÷ 10,013 = −50.03, though it is quoted at 9,000.
    expect(rows[1]?.slice(3, 7)).toEqual(['0.00', '-0.50', '-0.03', '-0.53']);
  });

  it('of execution counts only the openings and closes of a day', async () => {
    const first = { fromMs: FIRST_MS, untilMs: FIRST_MS + DAY_MS };
    const kindsOf = async (span: typeof first) =>
      (await report({ name: 'execution', span })).rows
        .filter(([group]) => group === 'BTCUSD')
        .map(([, kind, count]) => `${kind} ${count}`);
    expect(await kindsOf(first)).toEqual(['manual 1', 'opening 1']);
    const second = { fromMs: first.untilMs, untilMs: first.untilMs + DAY_MS };
    expect(await kindsOf(second)).toEqual(['manual 1', 'stop-loss 1']);
  });

  it('of the audit log has the events of the days with their hashes', async () => {
    const { rows } = await report({ name: 'audit' });
    expect(rows).toHaveLength(1);
    expect(rows[0]?.slice(0, 5)).toEqual([
      '1',
      '2026-03-02T08:00:00.000Z',
      'operator:tester',
      'customer.verify',
      'customer:1',
    ]);
    expect(rows[0]?.at(-1)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('of the home page agrees to the cent, leaves practice out and reads today again', async () => {
    const lane = db.openLane({ name: 'test' });
    // A practice account wins a million.
    await lane.run(`insert into practice.postings (id, kind, reference, unique_key, posted_at)
        values (1, 'trade', 'position:1', 'a', '2026-03-02 11:00Z');
      insert into practice.ledger_entries (posting_id, line, account, customer_id, amount_cents)
        values (1, 1, 'customer:cash', 1, 100000000), (1, 2, 'house:trading', null, -100000000)`);
    let nowMs = Date.parse('2026-03-02T12:30:00Z');
    const readFigures = createDayFigures(db.kysely, { nowMs: () => nowMs });
    const { days, hours } = await readFigures();
    expect(days).toHaveLength(60);
    const [before, yesterday, today] = days.slice(-3);
    expect(before).toMatchObject({ day: '2026-02-28', deposits: 0, volume: 0, broker_result: 0 });
    expect(yesterday).toEqual({
      day: '2026-03-01',
      deposits: 250,
      withdrawals: 0,
      net_new_money: 250,
      active_traders: 1,
      volume: 450,
      client_result: 1.67,
      broker_result: -1.67,
    });
    expect(today).toEqual({
      day: '2026-03-02',
      deposits: 300.51,
      withdrawals: 12.34,
      net_new_money: 288.17,
      active_traders: 2,
      volume: 210,
      client_result: -5.02,
      broker_result: 5.02,
    });
    expect(hours).toHaveLength(13);
    expect(hours.filter((hour) => hour.broker_result !== 0)).toEqual([
      { hour: 10, broker_result: 0.03 },
      { hour: 11, broker_result: 4.99 },
    ]);
    await lane.run(`insert into postings (id, kind, reference, unique_key, posted_at)
        values (6, 'bonus', 'D7', 'f', '2026-03-02 12:29Z');
      insert into ledger_entries (posting_id, line, account, customer_id, amount_cents)
        values (6, 1, 'customer:cash', 1, 100), (6, 2, 'house:bonus', null, -100)`);
    nowMs += 29_999;
    expect((await readFigures()).days.at(-1)).toEqual(today);
    nowMs += 1;
    const again = (await readFigures()).days;
    await lane.close();
    // A bonus costs the broker and is no result of the customer's trading.
    expect(again.at(-1)).toMatchObject({ client_result: -5.02, broker_result: 4.02 });
    expect(again.at(-2)).toEqual(yesterday);
  });
});
