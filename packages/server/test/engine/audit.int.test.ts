import { afterAll, beforeAll, expect, it } from 'vitest';

import { audit } from '#engine/engine.ts';
import { migrate } from '#platform/db/db.ts';
import type { Database, Lane } from '#platform/db/db.ts';
import { describeOnEachDatabase } from '../support/test-database.ts';
import { addAccount, BTCUSD, close, open, openedBy, startEngine, TERMS } from './engine-fixture.ts';

const APPEND_ONLY = ['postings', 'ledger_entries'] as const;

// Positions 1 to 4: closed by hand, closed in part (the part is 5), open, protected and stopped.
describeOnEachDatabase('the audit', (target) => {
  let db: Database;
  let lane: Lane;

  beforeAll(async () => {
    db = await target.open();
    await migrate(db);
    lane = db.openLane({ name: 'test' });
    const engine = await startEngine(db);
    await addAccount(engine, 1, 1_000);
    await addAccount(engine, 2, 1_000, { ...TERMS, isProtected: true });
    const whole = openedBy(await engine.submit('1', open(engine, 1)));
    const part = openedBy(await engine.submit('2', open(engine, 1, { direction: 'sell' })));
    await engine.submit('3', open(engine, 1, { leverage: 1 }));
    await engine.submit('4', open(engine, 2, { stopPoints: 8_950_000, leverage: 5 }));
    await engine.tick(BTCUSD, 8_900_000);
    await engine.submit('5', close(1, whole));
    await engine.submit('6', close(1, part, 40));
    await engine.submit('poor', open(engine, 1, { euros: 50_000 }));
    await engine.stop();
    for (const table of APPEND_ONLY) await lane.run(`alter table ${table} disable trigger all`);
  });
  afterAll(async () => {
    await lane.close();
    await db.close();
  });

  /** What the audit says while the statement is in effect; it is undone after. */
  const findWith = async (statement: string, undo: string): Promise<readonly string[]> => {
    await lane.run(statement);
    try {
      const { differences, differenceCount } = await audit(db);
      expect(differences).toHaveLength(differenceCount);
      return differences.map(({ subject, problem }) => `${subject}: ${problem}`);
    } finally {
      await lane.run(undo);
    }
  };

  it('finds nothing in books that are right, and says how much it read', async () => {
    const steps: string[] = [];
    const report = await audit(db, { onProgress: (subject) => steps.push(subject) });
    expect(report).toEqual({
      accounts: 2,
      positions: 5,
      postings: 5,
      commands: 11,
      differences: [],
      differenceCount: 0,
    });
    expect(new Set(steps)).toEqual(new Set(['accounts', 'positions', 'postings', 'commands']));
  });

  it('stops when it is told to', async () => {
    await expect(audit(db, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
      'enough',
    );
  });

  it.each([
    [
      'a changed balance',
      'update trading_accounts set cash_cents = cash_cents + 1 where id = 2',
      'update trading_accounts set cash_cents = cash_cents - 1 where id = 2',
      /^accounts 2: cash is \d+ and credit 0, but the entries sum to \d+ and 0$/,
    ],
    [
      'a posting that does not sum to zero',
      `update ledger_entries set amount_cents = amount_cents + 1
        where posting_id = 1 and account = 'house:bank'`,
      `update ledger_entries set amount_cents = amount_cents - 1
        where posting_id = 1 and account = 'house:bank'`,
      /^postings 1: its 2 entries sum to 1$/,
    ],
    [
      'an open rate that is not the order price of its quote',
      'update positions set open_buy_points = open_buy_points + 400 where id = 3',
      'update positions set open_buy_points = open_buy_points - 400 where id = 3',
      /^positions 3: opened at 9003250, but by the rules 9003650$/,
    ],
    [
      'a close rate that is not the side of its quote',
      'update positions set close_sell_points = close_sell_points - 1 where id = 1',
      'update positions set close_sell_points = close_sell_points + 1 where id = 1',
      /^positions 1: closed at 8900000, but by the rules 8899999$/,
    ],
    [
      'a profit that does not follow from the rates',
      'update positions set profit_cents = profit_cents + 1 where id = 5',
      'update positions set profit_cents = profit_cents - 1 where id = 5',
      /^positions 5: profit \d+, but by the rules \d+$/,
    ],
    [
      'a termination that is not by the table',
      'update positions set termination_points = termination_points + 1 where id = 3',
      'update positions set termination_points = termination_points - 1 where id = 3',
      /^positions 3: terminates at 1, but by the rules 0$/,
    ],
    [
      'a protected fill that the house did not bear',
      `update ledger_entries set amount_cents = amount_cents + 5
        where account = 'house:protection' and posting_id = 3`,
      `update ledger_entries set amount_cents = amount_cents - 5
        where account = 'house:protection' and posting_id = 3`,
      /^positions 4: posted to house:protection -\d+, but by the rules -\d+$/,
    ],
    [
      'a trade that is posted for another position',
      `update postings set unique_key = 'trade:position:3', reference = 'position:3'
        where unique_key = 'trade:position:1'`,
      `update postings set unique_key = 'trade:position:1', reference = 'position:1'
        where unique_key = 'trade:position:3'`,
      /^positions 3: it is open, but its profit is posted$/,
    ],
    [
      'a trade that is posted a second time under another key',
      `insert into postings values (6, 'trade', 'position:1', 'trade:again', now());
        insert into ledger_entries values (6, 0, 'house:trading', null, 1);
        insert into ledger_entries values (6, 1, 'house:bank', null, -1);`,
      'delete from ledger_entries where posting_id = 6; delete from postings where id = 6;',
      /^postings 6: it books position:1, which is not a closed position once$/,
    ],
    [
      'money of a customer without an account',
      'update ledger_entries set customer_id = 9 where posting_id = 2 and customer_id = 2',
      'update ledger_entries set customer_id = 2 where posting_id = 2 and customer_id = 9',
      /^postings 2: it moves money of customer 9, who has no account$/,
    ],
    [
      'entries without a posting',
      `insert into ledger_entries values (6, 0, 'house:bank', null, 0)`,
      'delete from ledger_entries where posting_id = 6',
      /^postings 6: it has entries, but is not there$/,
    ],
    [
      'a position that is gone',
      'create table kept as select * from positions where id = 3; delete from positions where id = 3',
      'insert into positions select * from kept; drop table kept',
      /^positions 1-5: 1 missing$/,
    ],
    [
      'a command that is gone',
      'create table kept as select * from commands where sequence = 4; delete from commands where sequence = 4',
      'insert into commands select * from kept; drop table kept',
      /^commands 1-11: 1 missing$/,
    ],
    [
      'an answer that is not so',
      `update commands set outcome = jsonb_set(outcome, '{events,0,position,profitCents}', '7')
        where request_id = '5'`,
      `update commands set outcome = jsonb_set(outcome, '{events,0,position,profitCents}',
        (select to_jsonb(profit_cents) from positions where id = 1)) where request_id = '5'`,
      /^commands \d+: it answered position-closed of position 1, which is not so$/,
    ],
  ])('finds %s', async (_what, statement, undo, problem) => {
    expect(await findWith(statement, undo)).toContainEqual(expect.stringMatching(problem));
    expect((await audit(db)).differences).toEqual([]);
  });
});
