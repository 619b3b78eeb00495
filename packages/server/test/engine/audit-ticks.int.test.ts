import { createCorrectionPosting } from '@halyard/core/ledger';
import { cents } from '@halyard/core/money';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { audit } from '#engine/engine.ts';
import type { Database, Lane } from '#platform/db/db.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { addAccount, BTCUSD, open, openedBy, startEngine, TERMS } from './engine-fixture.ts';

const CHANGED = [
  'trading_accounts',
  'positions',
  'postings',
  'ledger_entries',
  'account_notices',
  'symbol_splits',
  'charged_nights',
];
const APPEND_ONLY = ['postings', 'ledger_entries', 'account_notices', 'symbol_splits'];

const NEXT_NOTICE = '(select max(sequence) + 1 from account_notices)';
const RIGHT_CASH = `update trading_accounts a set cash_cents = (
    select sum(amount_cents) from ledger_entries
    where customer_id = a.id and account = 'customer:cash'
  )`;

// Position 1 of account 1 a tick stopped; 2 of account 2 it closed by force below zero; 3 of account 3
// is open, was charged a night, paid a dividend, split and corrected; 4 of account 4 ended below zero,
// which is a professional's lot, who is a retail client since.
describeOnDatabase('the audit of what ticks and actions did', (target) => {
  let db: Database;
  let lane: Lane;

  beforeAll(async () => {
    db = await target.open();
    lane = db.openLane({ name: 'test' });
    const engine = await startEngine(db, {
      financingBpsYear: { crypto: { buy: 36_500, sell: 36_500 } },
    });
    await addAccount(engine, 1, 1_000);
    await addAccount(engine, 2, 100);
    await addAccount(engine, 3, 1_000);
    await engine.submit('1', open(engine, 1, { stopPoints: 8_950_000, leverage: 5 }));
    await engine.submit('2', open(engine, 2, { leverage: 5 }));
    const held = openedBy(await engine.submit('3', open(engine, 3, { leverage: 1 })));
    const asProfessional = { ...TERMS, clientCategory: 'professional' } as const;
    await addAccount(engine, 4, 100, asProfessional);
    await engine.submit('4', open(engine, 4, { leverage: 5 }));
    const atMs = Date.now() + 1;
    const night = { accountId: 3, atMs, day: '2026-01-05', cutOffAtMs: atMs } as const;
    await engine.submit('financing:2026-01-05', { kind: 'charge-financing', ...night });
    await lane.run(`insert into charged_nights (id, last_day) values (1, '2026-01-05')`);
    await engine.tick(BTCUSD, 6_000_000);
    const asRetail = { kind: 'change-terms', accountId: 4, atMs, terms: TERMS } as const;
    expect((await engine.submit('5', asRetail)).kind).toBe('done');
    engine.feed({ kind: 'set-symbol-state', atMs, symbol: BTCUSD, state: 'halted' });
    const broker = { accountId: 0, atMs, symbol: BTCUSD } as const;
    const dividend = { kind: 'pay-dividend', micros: 1_000_000_000, action: 'dividend:a' } as const;
    expect((await engine.submit('dividend:a', { ...broker, ...dividend })).kind).toBe('done');
    const split = { kind: 'split-symbol', newUnits: 3, oldUnits: 1, action: 'split:a' } as const;
    expect((await engine.submit('split:a', { ...broker, ...split })).kind).toBe('done');
    const corrected = { positionId: held, accountId: 3, id: 'x', amountCents: cents(500), atMs };
    const posting = createCorrectionPosting(corrected);
    const command = { kind: 'post-funds', accountId: 3, atMs, posting } as const;
    expect((await engine.submit(posting.uniqueKey, command)).kind).toBe('done');
    await engine.stop();
    for (const table of APPEND_ONLY) await lane.run(`alter table ${table} disable trigger all`);
    for (const table of CHANGED) {
      await lane.run(`create table kept_${table} as select * from ${table}`);
    }
  });
  afterAll(async () => {
    await lane.close();
    await db.close();
  });

  const problems = async (): Promise<readonly string[]> =>
    (await audit(db)).differences.map(({ subject, problem }) => `${subject}: ${problem}`);
  const restore = async (): Promise<void> => {
    for (const table of CHANGED) {
      await lane.run(
        `delete from ${table}; insert into ${table} overriding system value select * from kept_${table}`,
      );
    }
  };

  it('finds no difference in correct books', async () => {
    expect(await problems()).toEqual([]);
    const [row] = await db.query(
      `select string_agg(kind, ' ' order by kind) as kinds from postings`,
      [],
    );
    expect(row?.kinds).toBe(
      'adjustment correction deposit deposit deposit deposit financing protection trade trade trade',
    );
  });

  it.each([
    [
      'another quote than the split left',
      'update symbol_splits set sell_points = sell_points * 2, buy_points = buy_points * 2',
      /^commands \d+: it answered a split of BTCUSD, which is not kept so$/,
    ],
    [
      'another ratio of a split',
      'update symbol_splits set new_units = 7',
      /^commands \d+: it answered a split of BTCUSD, which is not kept so$/,
    ],
    [
      'a split that is gone',
      'delete from symbol_splits',
      /^commands \d+: it answered a split of BTCUSD, which is not kept so$/,
    ],
    [
      'a split that nobody carried out',
      `insert into symbol_splits (symbol, sequence, new_units, old_units, sell_points, buy_points,
          source, source_at, received_at, split_at)
        select symbol, sequence + 2, 9, 1, 5, 6, source, source_at, received_at, split_at
        from kept_symbol_splits`,
      /^splits 1-2: 1 that no command carried out$/,
    ],
    [
      'another stop than the one that was reached',
      `update positions set stop_points = stop_points + 20000 where closing_reason = 'stop-loss'`,
      /^positions 1: its stop: 8970000, but by its commands 8950000$/,
    ],
    [
      'a target of a position that was closed by force',
      `update positions set target_points = 9999999 where closing_reason = 'low-margin'`,
      /^positions 2: its target: 9999999, but by its commands null$/,
    ],
    [
      'a price that somebody saw when a tick closed',
      `update positions set close_seen_points = 5 where closing_reason = 'stop-loss'`,
      /^positions 1: a tick closed it by stop-loss, but somebody saw its price$/,
    ],
    [
      'a stop that was reached by the quote of another moment',
      `update positions set close_received_at = close_received_at - interval '1 hour'
        where closing_reason = 'stop-loss'`,
      /^positions 1: a tick closed it by stop-loss, but not when its quote came$/,
    ],
    [
      'a receipt of another equity',
      `update account_notices set facts = jsonb_set(facts, '{equityCents}', '1')
        where kind = 'forced-close'`,
      /^notices \d+: it tells an equity of 1, with 10000 invested, which was not so$/,
    ],
    [
      'a receipt that tells of more invested than the last position',
      `update account_notices set facts = jsonb_set(facts, '{investedCents}', '20000')
        where kind = 'forced-close'`,
      /^notices \d+: it tells an equity of -\d+, with 20000 invested, which was not so$/,
    ],
    [
      'another amount of a dividend',
      `update account_notices set facts = jsonb_set(facts, '{amountCents}', '123456')
        where kind = 'dividend'`,
      /^commands \d+: its dividend is not noted so for customer 3$/,
    ],
    [
      'another rate after a split',
      `update account_notices set facts = jsonb_set(facts, '{openPoints}', '1')
        where kind = 'position-split'`,
      /^commands \d+: its position-split is not noted so for customer 3$/,
    ],
    [
      'a dividend that is noted twice',
      `insert into account_notices select ${NEXT_NOTICE}, account_id, kind, noticed_at, facts
        from kept_account_notices where kind = 'dividend'`,
      /^notices 1-\d+: 1 of actions that were none$/,
    ],
    [
      'a split of a position that was none',
      `insert into account_notices select ${NEXT_NOTICE}, 1, kind, noticed_at, facts
        from kept_account_notices where kind = 'position-split'`,
      /^notices 1-\d+: 1 of actions that were none$/,
    ],
    [
      'the last notices gone',
      `delete from account_notices where kind in ('position-split', 'dividend')`,
      /^commands \d+: its position-split is not noted so for customer 3$/,
    ],
    [
      'a warning that begins where none ended',
      `insert into account_notices values (${NEXT_NOTICE}, 1, 'margin-level', now(),
        '{"fromPercent": 75, "toPercent": null}')`,
      /^notices \d+: it begins at 75, but the one before ended at nothing$/,
    ],
    [
      'another moment of a protection',
      `update postings set posted_at = posted_at - interval '400 days' where kind = 'protection'`,
      /^postings \d+: it protects a balance that it does not bring to zero$/,
    ],
    [
      'a protection that was never paid',
      `delete from ledger_entries where posting_id
          = (select id from postings where kind = 'protection');
        delete from postings where kind = 'protection';
        update ledger_entries set posting_id = posting_id - 1 where posting_id
          > (select id from kept_postings where kind = 'protection');
        update postings set id = id - 1
          where id > (select id from kept_postings where kind = 'protection');
        ${RIGHT_CASH}`,
      /^accounts 2: nothing is open, but its cash is -\d+ and its credit 0$/,
    ],
    [
      'the last posting gone, with its entries and what it had moved',
      `delete from ledger_entries where posting_id = (select max(id) from kept_postings);
        delete from postings where id = (select max(id) from kept_postings);
        ${RIGHT_CASH}`,
      /^commands \d+: it answered correction:position:3:x, which is not booked so$/,
    ],
    [
      'a night of financing gone',
      `update postings set kind = 'correction' where kind = 'financing'`,
      /^commands \d+: it answered financing:2026-01-05:position:3, which is not booked so$/,
    ],
    [
      'a night that was charged otherwise',
      `update postings set posted_at = posted_at + interval '1 second' where kind = 'financing'`,
      /^postings \d+: no night was charged so$/,
    ],
    [
      'nights that are still to come',
      `update charged_nights set last_day = to_char(now() + interval '3 days', 'YYYY-MM-DD')`,
      /^nights 1: they are noted up to .*, which is still to come$/,
    ],
  ])('finds %s', async (_what, statement, problem) => {
    await lane.run(statement);
    try {
      expect(await problems()).toContainEqual(expect.stringMatching(problem));
    } finally {
      await restore();
    }
    expect(await problems()).toEqual([]);
  });
});
