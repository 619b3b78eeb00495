import { cents } from '@halyard/core/money';
import { DAY_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { audit } from '#engine/engine.ts';
import { lastNight, nextNights } from '#features/trading/financing/night.ts';
import { migrate } from '#platform/db/db.ts';
import type { Database, Lane } from '#platform/db/db.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { addAccount, close, levels, open, openedBy, startEngine } from './engine-fixture.ts';

const CHANGED = [
  'trading_accounts',
  'positions',
  'postings',
  'ledger_entries',
  'financing_charges',
];
const APPEND_ONLY = ['postings', 'ledger_entries', 'financing_charges'];
const BEFORE = new Date(Date.parse(lastNight(Date.now()).day) - 2 * DAY_MS);
/** Two have begun, and the third has not. */
const NIGHTS = nextNights(BEFORE.toISOString().slice(0, 10), 3);
const RATES = { crypto: { buy: 3_650, sell: -1_825 } };
/** So many cents more on every night of a position, and on the balance, as a clever thief would. */
const shift = (centsMore: number): string => `
  update ledger_entries e set amount_cents = amount_cents + ${centsMore}
    from postings t where t.id = e.posting_id and t.reference = 'position:1'
      and t.kind = 'financing' and e.customer_id is not null;
  update ledger_entries e set amount_cents = amount_cents - ${centsMore}
    from postings t where t.id = e.posting_id and t.reference = 'position:1'
      and t.kind = 'financing' and e.customer_id is null;
  update trading_accounts a set cash_cents = (
    select sum(amount_cents) from ledger_entries
    where customer_id = a.id and account = 'customer:cash'
  )`;

// Position 1 of account 1 closed at a target after two nights that no task charged; of position 2 of
// account 2 a part closed so, the task charged the rest, and another part closed since.
describeOnDatabase('the audit of overnight financing', (target) => {
  let db: Database;
  let lane: Lane;
  beforeAll(async () => {
    db = await target.open();
    await migrate(db);
    lane = db.openLane({ name: 'test' });
    const engine = await startEngine(db, { financingBpsYear: RATES });
    const [first, second] = NIGHTS;
    if (first === undefined || second === undefined) throw new Error('There are nights.');
    engine.feed({ kind: 'set-nights', atMs: Date.now(), nights: NIGHTS });
    const openedAtMs = first.cutOffAtMs - 1;
    for (const accountId of [1, 2]) {
      await addAccount(engine, accountId, 10_000);
      const order = { ...open(engine, accountId, { euros: 1_000 }), atMs: openedAtMs };
      expect(openedBy(await engine.submit('open', order))).toBe(accountId);
    }
    await engine.submit('target', levels(1, 1, 9_001_000));
    await engine.tick('BTCUSD', 9_001_000);
    await engine.submit('part', close(2, 2, 400));
    for (const { day, cutOffAtMs } of [first, second]) {
      const night = { accountId: 2, atMs: Date.now(), day, cutOffAtMs } as const;
      await engine.submit(`financing:${day}`, { kind: 'charge-financing', ...night });
      await lane.run(`insert into charged_nights (id, last_day) values (1, '${day}')
        on conflict (id) do update set last_day = excluded.last_day`);
    }
    engine.feed({ kind: 'set-nights', atMs: Date.now(), nights: NIGHTS.slice(2) });
    const later = { ...close(2, 2, 100), atMs: Date.now() + 1_000 };
    expect((await engine.submit('part-2', later)).kind).toBe('done');
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

  it('recomputes each night from what was recorded, at a close and by the task', async () => {
    const charges = await db.query(
      `select t.reference, f.amount_cents, f.remaining_cents, f.rate_bps_year,
         -e.amount_cents as paid_cents
       from postings t join financing_charges f on f.posting_id = t.id
       join ledger_entries e on e.posting_id = t.id and e.customer_id is not null order by t.id`,
      [],
    );
    // € 1,000 at leverage 2 cost 2,000 × 36.5 % ÷ 365 = € 2.00 a night.
    const charged = (reference: string, [amount, remaining, paid]: readonly number[]) => ({
      reference: `position:${reference}`,
      amount_cents: cents(amount ?? 0),
      remaining_cents: remaining,
      rate_bps_year: 3_650,
      paid_cents: paid,
    });
    expect(charges).toEqual([
      charged('1', [100_000, 0, 200]),
      charged('1', [100_000, 0, 200]),
      charged('3', [100_000, 60_000, 80]),
      charged('3', [100_000, 60_000, 80]),
      charged('2', [60_000, 0, 120]),
      charged('2', [60_000, 0, 120]),
    ]);
    expect(await problems()).toEqual([]);
  });

  it('finds no difference after the rates have changed', async () => {
    const engine = await startEngine(db, { financingBpsYear: { crypto: { buy: 1, sell: 1 } } });
    await engine.stop();
    expect(await problems()).toEqual([]);
  });

  it.each([
    [
      'a cent too much',
      shift(-1),
      /^postings \d+: it charges 201 of position:1, but by its rate 200$/,
    ],
    [
      'a cent too little',
      shift(1),
      /^postings \d+: it charges 199 of position:1, but by its rate 200$/,
    ],
    [
      'another rate',
      'update financing_charges set rate_bps_year = 3600 where remaining_cents = 0',
      /^postings \d+: it charges 200 of position:1, but by its rate 197$/,
    ],
    [
      'another margin',
      `update financing_charges set amount_cents = amount_cents + 1 where amount_cents = 100000`,
      /^postings \d+: it charges for a margin of 100001, which position:1 had not$/,
    ],
    [
      'a margin of before a part closed',
      `update financing_charges set amount_cents = 100000 where amount_cents = 60000`,
      /^postings \d+: it charges for a margin of 100000, which position:2 had not$/,
    ],
    [
      'a margin of after another part closed',
      `update financing_charges set amount_cents = 50000
        where amount_cents = 60000 and remaining_cents = 0`,
      /^postings \d+: it charges for a margin of 50000, which position:2 had not$/,
    ],
    [
      'a record that is gone',
      'delete from financing_charges where remaining_cents > 0',
      /^postings \d+: the rate that it was charged at is not recorded$/,
    ],
    [
      'a record of nothing',
      'insert into financing_charges select 1, 2, 0, 3',
      /^postings 1: a night is recorded, but not charged$/,
    ],
  ])('finds %s', async (_what, statement, problem) => {
    await lane.run(statement);
    expect(await problems()).toContainEqual(expect.stringMatching(problem));
    for (const table of CHANGED) {
      await lane.run(`delete from ${table}; insert into ${table} select * from kept_${table}`);
    }
    expect(await problems()).toEqual([]);
  });
});
