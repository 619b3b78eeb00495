// A split and a dividend, from the back office to what the customers hold.
import type { MarketQuote } from '@halyard/contract/market';
import type { Role } from '@halyard/contract/backoffice/roles';
import { expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { signInStaff } from '../support/staff.ts';
import { STILL } from '../support/staged-prices.ts';
import { dataOf } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { BUY, openFloor, SELL, type Trader } from '../support/trader.ts';

const REASON = 'the exchange announced it';
const SETTINGS = { BOOKING_FOUR_EYES: '60000', APPROVER_AGE_DAYS: '0' };

describeOnDatabase('what happens to a symbol', (database) => {
  const floor = openFloor(database, SETTINGS);
  const tokens = new Map<Role, string>();
  const act = async (action: string, body: object = {}, role: Role = 'dealing') => {
    const token =
      tokens.get(role) ?? (await signInStaff(floor.server(), `${role}@staff.example`, role)).token;
    tokens.set(role, token);
    const path = `/api/backoffice/symbols/BTCUSD/${action}`;
    const call = { reason: REASON, ...body };
    const { envelope } = await floor.server().post<object>(path, call, { token });
    return envelope.status === 'error' ? envelope.code : envelope.data;
  };
  const split = async (newUnits: number, oldUnits: number, id: string, role?: Role) =>
    await act('split', { new_units: newUnits, old_units: oldUnits, request_id: id }, role);
  const dividend = async (rate: number | string, id: string, role?: Role) =>
    await act('dividend', { dividend_rate: rate, request_id: id }, role);
  const frozen = async () =>
    await floor.server().query('select symbol, is_frozen from symbol_halts');
  const quoted = async () => {
    const quotes = await floor.server().get<Record<string, MarketQuote>>('/api/market/quotes');
    return dataOf(quotes.envelope)['BTCUSD'];
  };
  const openOf = async (who: Trader) => (await who.balance()).positions.open[0];
  const auditOf = async () =>
    await floor.server().query(
      `select action, reason, after from audit_events
        where action like 'symbol.split%' or action like 'symbol.dividend%' order by id`,
    );
  const notificationsOf = async (who: Trader, of: string) => {
    type Told = { readonly notifications: readonly { kind: string; text: string }[] };
    const call = { token: who.token };
    const { envelope } = await floor.server().post<Told>('/api/accounts/notifications', {}, call);
    return dataOf(envelope).notifications.filter(({ kind }) => kind === of);
  };

  it('keeps the equity of every account and the margin of every position in a split', async () => {
    const [long, short] = [await floor.trader('5000'), await floor.trader('5000')];
    const levels = { stop_lost: 39_000.01, take_profit: 45_000.03 };
    await long.open({ ...BUY, amount: '1000.00', ...levels });
    await short.open({ ...SELL, amount: '500.00' });
    const before = [await long.balance(), await short.balance()];

    expect(await split(3, 1, 'a', 'support')).toBe('forbidden');
    expect(await split(3, 1, 'a')).toBe('not-halted');
    expect(await split(3, 3, 'a')).toBe('invalid');
    expect(await act('halt')).toMatchObject({ changed: true });
    const done = await split(3, 1, 'a');
    expect(done).toMatchObject({ positions: 2 });
    // Sent again it does no more; with other content it is another's.
    expect(await split(3, 1, 'a')).toEqual(done);
    expect(await split(2, 1, 'a')).toBe('duplicate-id');

    // 40,020.20 / 3, and half of it further down; a stop is rounded away from the price.
    expect(await openOf(long)).toMatchObject({
      amount: 1_000,
      leverage: 2,
      open_rate: 13_340.07,
      stop_lost: 13_000,
      take_profit: 15_000.01,
      termination_rate: 6_670.04,
    });
    expect(await openOf(short)).toMatchObject({ open_rate: 13_330, termination_rate: 19_995 });
    const after = [await long.balance(), await short.balance()];
    expect(after.map(({ equity }) => equity)).toEqual(before.map(({ equity }) => equity));
    expect(after.map(({ invested }) => invested)).toEqual([1_000, 500]);
    const split3 = { sell: 13_333.33, buy: 13_336.74, state: 'halted' };
    await eventually(async () => expect(await quoted()).toMatchObject(split3));

    // The file goes on as if nothing had happened: nobody lets it fire what is not there.
    await eventually(async () => expect(await act('resume')).toBe('split-not-quoted'));
    expect((await floor.server().operator('resume', 'BTCUSD')).code).toBe(1);
    // Back again, so that the prices of the file fit.
    expect(await split(1, 3, 'b')).toMatchObject({ positions: 2 });
    expect(await openOf(long)).toMatchObject({ open_rate: 40_020.21, stop_lost: 39_000 });
    expect((await long.balance()).equity).toBe(before[0]?.equity);
    expect(await act('resume')).toMatchObject({ changed: true });
    await eventually(async () =>
      expect(await quoted()).toMatchObject({ sell: STILL.sell, state: 'live' }),
    );
    await eventually(async () => {
      const notified = await notificationsOf(long, 'position-split');
      expect(notified).toHaveLength(2);
      expect(notified[1]?.text).toContain('3 new for 1 old');
      expect(notified[1]?.text).toContain('13,340.07');
    });
    for (const who of [long, short]) {
      const { id = 0, amount = 0 } = (await openOf(who)) ?? {};
      // A part of it is a row of its own, with the fill of before the splits.
      await who.close({ id, amount: amount / 2 });
      await who.close({ id });
    }
    const [first] = await auditOf();
    expect(first).toMatchObject({
      action: 'symbol.split',
      reason: REASON,
      after: { newUnits: 3, oldUnits: 1, positions: 2, volume: 3_000, sell: STILL.sell },
    });
  });

  it('does not change a symbol when a split is rejected', async () => {
    await act('halt');
    for (const [newUnits, oldUnits, id] of [
      [2, 1, 'there'],
      [1, 2, 'and-back'],
    ] as const) {
      expect(await split(newUnits, oldUnits, id)).toMatchObject({ positions: 0 });
    }
    expect(await frozen()).toEqual([{ symbol: 'BTCUSD', is_frozen: true }]);
    // Frozen by what was done before, it stays so.
    expect(await split(4, 1, 'there')).toBe('duplicate-id');
    expect(await frozen()).toEqual([{ symbol: 'BTCUSD', is_frozen: true }]);
    expect(await act('resume')).toMatchObject({ changed: true });
    await act('halt');
    expect(await split(4, 1, 'there')).toBe('duplicate-id');
    expect(await frozen()).toEqual([{ symbol: 'BTCUSD', is_frozen: false }]);
    expect(await act('resume')).toMatchObject({ changed: true });
  });

  it('does not let anybody resume a symbol during a split', async () => {
    await act('halt');
    const [done, resumed] = await Promise.all([split(2, 1, 'd'), act('resume')]);
    const isSplit = typeof done !== 'string';
    expect([done, resumed]).toEqual(
      isSplit
        ? [{ positions: 0, amount: 0, waiting: false }, 'split-not-quoted']
        : ['not-halted', expect.objectContaining({ changed: true })],
    );
    if (isSplit) {
      await split(1, 2, 'e');
      await eventually(async () => expect(await act('resume')).toMatchObject({ changed: true }));
    }
    const isLive = { sell: STILL.sell, state: 'live' };
    await eventually(async () => expect(await quoted()).toMatchObject(isLive));
  });

  it('credits buys and debits sells by their units for a dividend, once', async () => {
    const [long, short] = [await floor.trader('1000'), await floor.trader('1000')];
    // The engine hears a moment later than the board that the symbol was resumed.
    await eventually(async () => void (await long.open({ ...BUY, amount: '1000.00' })));
    await short.open({ ...SELL, amount: '500.00' });
    for (const [rate, id] of [
      ['0', 'z'],
      ['-1', 'z'],
      ['0.1234567', 'z'],
      ['1', 'with space'],
    ] as const) {
      expect(await dividend(rate, id)).toBe('invalid');
    }
    expect(await dividend('100.25', 'a')).toBe('not-halted');
    await act('halt');
    expect(await dividend('40000', 'z')).toBe('adjustment-impossible');
    // 2,000 / 40,020.20 × 100.25 = 5.0100; 1,000 / 39,990.00 × 100.25 = 2.5069.
    expect(await dividend('100.25', 'a')).toEqual({ positions: 2, amount: 2.5, waiting: false });
    expect(await dividend('100.25', 'a')).toEqual({ positions: 2, amount: 2.5, waiting: false });
    expect(await dividend(99, 'a')).toBe('duplicate-id');
    expect((await long.balance()).balance).toBe(1_005.01);
    expect((await short.balance()).balance).toBe(997.49);
    await eventually(async () => {
      const [notified] = await notificationsOf(short, 'dividend-booked');
      expect(notified?.text).toContain('2.51');
    });
    await act('resume');
    for (const who of [long, short]) {
      await eventually(async () => void (await who.close({ id: (await openOf(who))?.id })));
    }
    const events = await auditOf();
    expect(events.findLast(({ action }) => action === 'symbol.dividend')).toMatchObject({
      reason: REASON,
    });
  });

  it('requires a second person for a split that could move more than the limit', async () => {
    const long = await floor.trader('60000');
    const large = { ...BUY, amount: '10000.00' };
    await eventually(async () => void (await long.open(large)));
    await long.open(large);
    await long.open(large);
    await act('halt');
    // A false ratio would move € 60,000 × (100 ÷ 50 − 1), and others moved some this day.
    const waiting = { positions: 0, amount: 0, waiting: true };
    expect(await split(100, 50, 'two')).toEqual(waiting);
    expect(await split(100, 50, 'two')).toBe('second-person');
    expect(await openOf(long)).toMatchObject({ open_rate: 40_020.2 });
    // Nothing was done: the symbol goes on as it was.
    expect(await frozen()).toEqual([{ symbol: 'BTCUSD', is_frozen: false }]);
    expect(await split(100, 51, 'two', 'admin')).toBe('duplicate-id');
    expect(await split(100, 50, 'two', 'admin')).toMatchObject({ positions: 3, waiting: false });
    expect(await openOf(long)).toMatchObject({ open_rate: 20_010.1 });
    // A small ratio is about a small sum, € 60,000 × 1 ÷ 99, but the sums of a day add up.
    expect(await split(50, 100, 'back')).toEqual(waiting);
    expect(await split(50, 100, 'back', 'admin')).toMatchObject({ positions: 3 });
    expect(await split(100, 99, 'small')).toEqual(waiting);
    expect(await act('resume')).toMatchObject({ changed: true });
    for (const { id } of (await long.balance()).positions.open) {
      await eventually(async () => void (await long.close({ id })));
    }
  });

  it('does not apply an approval to a larger sum', async () => {
    const long = await floor.trader('60000');
    await act('halt');
    // Nobody holds it: what the engine answers stays the answer.
    expect(await dividend(5_000, 'none')).toEqual({ positions: 0, amount: 0, waiting: false });
    // Approved by one person, and cut off from the engine by an outage.
    await floor.server().query(
      `insert into approvals
         (action, target, amount_cents, content, status, first_by, first_at, decided_at)
       values ('dividend', 'BTCUSD:cut', 0, $1, 'approved', 'dealing@staff.example', now(), now())`,
      [JSON.stringify({ symbol: 'BTCUSD', micros: 30_000_000_000, requestId: 'cut' })],
    );
    await act('resume');
    for (let index = 0; index < 5; index += 1) {
      await eventually(async () => void (await long.open({ ...BUY, amount: '10000.00' })));
    }
    expect(await dividend(5_000, 'none')).toEqual({ positions: 0, amount: 0, waiting: false });
    await act('halt');
    // Five times € 20,000 × 30,000 ÷ 40,020.20.
    expect(await dividend(30_000, 'cut')).toEqual({ positions: 0, amount: 0, waiting: true });
    expect((await long.balance()).balance).toBe(60_000);
    expect(await dividend(30_000, 'cut', 'admin')).toMatchObject({ positions: 5, waiting: false });
    expect((await long.balance()).balance).toBe(134_962.15);
  });
});
