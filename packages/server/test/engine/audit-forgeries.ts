/** What makes the books of the audit's test wrong, what undoes it, and what the audit says of it. */
export const FORGERIES: readonly (readonly [
  what: string,
  statement: string,
  undo: string,
  problem: RegExp,
])[] = [
  [
    'a changed balance',
    'update trading_accounts set cash_cents = cash_cents + 1 where id = 2',
    'update trading_accounts set cash_cents = cash_cents - 1 where id = 2',
    /^accounts 2: cash is \d+, credit 0 and debt 0, but the entries sum to \d+, 0 and 0$/,
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
    'a trade whose posting also moves money between accounts of the house',
    `insert into ledger_entries values (4, 8, 'house:fees', null, -5);
        insert into ledger_entries values (4, 9, 'house:bank', null, 5)`,
    'delete from ledger_entries where posting_id = 4 and line >= 8',
    /^positions 1: its posting moves more than its profit$/,
  ],
  [
    'a profit that is posted at another moment',
    `update postings set posted_at = posted_at - interval '1 day' where id = 4`,
    `update postings set posted_at = posted_at + interval '1 day' where id = 4`,
    /^positions 1: its profit is posted at another moment$/,
  ],
  [
    'a deposit that is posted at another moment',
    `update postings set posted_at = posted_at - interval '1 day' where id = 1`,
    `update postings set posted_at = posted_at + interval '1 day' where id = 1`,
    /^postings 1: no command booked it so$/,
  ],
  [
    'a stop loss that was never reached',
    `create table kept_profit as select profit_cents as profit_before from positions where id = 4;
        update positions set close_sell_points = 8960000, close_buy_points = 8961000,
          close_points = 8960000, profit_cents = 1
        where id = 4`,
    `update positions set close_sell_points = 8900000, close_buy_points = 8901000,
          close_points = 8950000, profit_cents = (
          select profit_before from kept_profit) where id = 4; drop table kept_profit`,
    /^positions 4: it closed by stop-loss at 8960000, but its level is 8950000$/,
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
    /^commands 1-13: 1 missing$/,
  ],
  [
    'an answer that is not so',
    `update commands set outcome = jsonb_set(outcome::jsonb, '{events,0,position,profitCents}', '7')
        where request_id = '5'`,
    `update commands set outcome = jsonb_set(outcome::jsonb, '{events,0,position,profitCents}',
        (select to_jsonb(profit_cents) from positions where id = 1)) where request_id = '5'`,
    /^commands \d+: it answered position-closed of position 1, which is not so$/,
  ],
  [
    'a done command that is marked as refused',
    `update commands set is_refused = true where request_id = '5'`,
    `update commands set is_refused = false where request_id = '5'`,
    /^commands \d+: it is marked as refused, but was done$/,
  ],
  [
    'a raised amount of an open position',
    'update positions set amount_cents = amount_cents + 10000 where id = 3',
    'update positions set amount_cents = amount_cents - 10000 where id = 3',
    /^positions 3: its amount: 20000, but by its commands 10000$/,
  ],
  [
    'a raised rest of a position that was closed in part',
    'update positions set amount_cents = amount_cents + 4000 where id = 2',
    'update positions set amount_cents = amount_cents - 4000 where id = 2',
    /^positions 2: its amount: 10000, but by its commands 6000$/,
  ],
  [
    'a stop that nobody set',
    'update positions set stop_points = 1 where id = 3',
    'update positions set stop_points = null where id = 3',
    /^positions 3: its stop: 1, but by its commands null$/,
  ],
  [
    'a target other than the one that was set',
    'update positions set target_points = target_points + 1 where id = 2',
    'update positions set target_points = target_points - 1 where id = 2',
    /^positions 2: its target: 8000001, but by its commands 8000000$/,
  ],
  [
    'the other side of the quote that a position opened at',
    'update positions set open_sell_points = open_sell_points - 1 where id = 3',
    'update positions set open_sell_points = open_sell_points + 1 where id = 3',
    /^commands \d+: it answered position-opened of position 3, which is not so$/,
  ],
  [
    'another moment of a close',
    `update positions set closed_at = closed_at + interval '1 hour' where id = 5`,
    `update positions set closed_at = closed_at - interval '1 hour' where id = 5`,
    /^commands \d+: it answered position-reduced of position 5, which is not so$/,
  ],
  [
    'another symbol',
    `update positions set symbol = 'EURUSD' where id = 1`,
    `update positions set symbol = 'BTCUSD' where id = 1`,
    /^commands \d+: it answered position-closed of position 1, which is not so$/,
  ],
  [
    'terms that nobody gave',
    `update trading_accounts set leverage_indexes = '{"crypto": [7]}' where id = 2`,
    `update trading_accounts set leverage_indexes = '{"crypto": [0,1,2,3,4], "forex": [0,1,2,3,4]}'
        where id = 2`,
    /^accounts 2: its terms: .*"crypto": \[7\].*, but by its commands /,
  ],
  [
    'money that was never paid in, booked whole',
    `insert into postings values (6, 'deposit', 'forged', 'forged', now());
        insert into ledger_entries values (6, 0, 'customer:cash', 1, 500);
        insert into ledger_entries values (6, 1, 'house:bank', null, -500);
        update trading_accounts set cash_cents = cash_cents + 500 where id = 1;`,
    `delete from ledger_entries where posting_id = 6; delete from postings where id = 6;
        update trading_accounts set cash_cents = cash_cents - 500 where id = 1;`,
    /^postings 6: no command booked it so$/,
  ],
  [
    'a deposit of another sum, booked whole',
    `update ledger_entries set amount_cents = amount_cents * 2 where posting_id = 1;
        update trading_accounts set cash_cents = cash_cents + 100000 where id = 1;`,
    `update ledger_entries set amount_cents = amount_cents / 2 where posting_id = 1;
        update trading_accounts set cash_cents = cash_cents - 100000 where id = 1;`,
    /^postings 1: no command booked it so$/,
  ],
  [
    'protection of a balance that needed none',
    `insert into postings values (6, 'protection', 'position:1', 'protection:position:1', now());
        insert into ledger_entries values (6, 0, 'customer:cash', 1, 500);
        insert into ledger_entries values (6, 1, 'house:protection', null, -500);
        update trading_accounts set cash_cents = cash_cents + 500 where id = 1;`,
    `delete from ledger_entries where posting_id = 6; delete from postings where id = 6;
        update trading_accounts set cash_cents = cash_cents - 500 where id = 1;`,
    /^postings 6: it protects a balance that it does not bring to zero$/,
  ],
  [
    'protection that moves money between accounts of the house',
    `insert into postings values (6, 'protection', 'position:1', 'protection:position:1', now());
        insert into ledger_entries values (6, 0, 'house:bank', null, 500);
        insert into ledger_entries values (6, 1, 'house:protection', null, -500);`,
    'delete from ledger_entries where posting_id = 6; delete from postings where id = 6;',
    /^postings 6: it protects a balance that it does not bring to zero$/,
  ],
  [
    'an open position that nobody opened',
    `create table forged as select * from positions where id = 3;
        update forged set id = 6; insert into positions select * from forged;`,
    'delete from positions where id = 6; drop table forged;',
    /^positions 6: it is open, but no command opened it$/,
  ],
  [
    'a closed position that nobody opened, booked whole',
    `create table forged as select * from positions where id = 5;
        update forged set id = 6; insert into positions select * from forged;
        insert into postings values (6, 'trade', 'position:6', 'trade:position:6', now());
        insert into ledger_entries select 6, line, account, customer_id, amount_cents
          from ledger_entries where posting_id =
            (select id from postings where unique_key = 'trade:position:5');
        update trading_accounts set cash_cents = cash_cents + (select profit_cents from forged)
          where id = 1;`,
    `update trading_accounts set cash_cents = cash_cents - (select profit_cents from forged)
          where id = 1;
        delete from ledger_entries where posting_id = 6; delete from postings where id = 6;
        delete from positions where id = 6; drop table forged;`,
    /^positions 1-6: 1 that no command opened$/,
  ],
  [
    'money set aside that the ledger has not set aside',
    `insert into withdrawal_holds values (1, 'W1', 500)`,
    'delete from withdrawal_holds',
    /^accounts 1: 500 is set aside for W1, but the entries sum to 0$/,
  ],
  [
    'a warning that was never given',
    'update trading_accounts set warned_percent = 75 where id = 2',
    'update trading_accounts set warned_percent = null where id = 2',
    /^accounts 2: it was warned of 75, but its last notice says nothing$/,
  ],
  [
    'a close by force that is not told',
    `update positions set closing_reason = 'low-margin' where id = 4`,
    `update positions set closing_reason = 'stop-loss' where id = 4`,
    /^positions 4: its low-margin is not told to its customer$/,
  ],
  [
    'a close by force that is told and was none',
    `insert into account_notices values (2, 1, 'forced-close', now(), '{"positionId": 1}')`,
    'delete from account_notices where sequence = 2',
    /^notices 2: it tells of a close that was none$/,
  ],
  [
    'a receipt of another rule than the one that closed',
    `update positions set closing_reason = 'low-margin' where id = 4; update account_notices
        set kind = 'forced-close', facts = '{"positionId": 4, "rule": "termination"}'`,
    `update positions set closing_reason = 'stop-loss' where id = 4; update account_notices
        set kind = 'level-close', facts = '{"positionId": 4, "rule": "stop-loss"}'`,
    /^notices 1: it tells of a close that was none$/,
  ],
  [
    'a notice that was taken away',
    `insert into account_notices values (3, 1, 'margin-level', now(), '{}')`,
    'delete from account_notices where sequence = 3',
    /^notices 1-3: 1 missing$/,
  ],
  [
    'an account that nobody added',
    `create table forged as select * from trading_accounts where id = 1;
        update forged set id = 3, cash_cents = 0; insert into trading_accounts select * from forged;`,
    'delete from trading_accounts where id = 3; drop table forged;',
    /^accounts 3: no command added it$/,
  ],
];
