import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Session } from '@halyard/contract/accounts';
import type { AutoTradingConsent, AutoTradingRecord } from '@halyard/contract/auto-trading';
import type { BalanceData } from '@halyard/contract/trading';
import { MINUTE_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import {
  dataOf,
  send,
  SIGN_UP,
  signUp,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import {
  BTC_CROSS_DOWN,
  BTC_CROSS_UP,
  CANDLE_MS,
  ETH_CROSS_UP,
  ETH_FALL,
  FIRST_CANDLE,
  offsetAtMidnight,
  passCandle,
  stageWaves,
} from '../support/waving-prices.ts';

const ROUTE = '/api/accounts/autoTrading';
const EUROS = 10_000;

type Person = {
  readonly email: string;
  readonly isOn?: false;
  readonly consents?: false;
  readonly isVerified?: false;
  readonly euros?: number;
};

const EARLY: Person = { email: 'early@example.com' };
const FUNDED: Person = { email: 'funded@example.com' };
const LATER: Person = { email: 'later@example.com' };
const LEAVER: Person = { email: 'leaver@example.com' };
const BUSY: Person = { email: 'busy@example.com' };
const OFF: Person = { email: 'off@example.com', isOn: false };
const SILENT: Person = { email: 'silent@example.com', consents: false };
// Within what one person may book to a customer who is not verified.
const UNVERIFIED: Person = { email: 'unverified@example.com', isVerified: false, euros: 2_000 };
const SMALL: Person = { email: 'small@example.com', euros: 40 };

describeOnDatabase('automatic trading', (database) => {
  let folder: string;
  let server: TestServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-waves-'));
    server = await startServer({
      database,
      environment: stageWaves(folder, FIRST_CANDLE),
      offsetMs: offsetAtMidnight(1),
    });
    for (const person of [EARLY, FUNDED, OFF, SILENT, UNVERIFIED, SMALL]) await add(person);
    const terms = await server.operator('terms', 'ETHUSD', 'least-amount', '25', 'test');
    expect(terms.code, terms.printed.join()).toBe(0);
  });
  afterAll(async () => {
    const { printed } = await server.operator('audit');
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
    expect(printed.at(-1)).toContain('everything agrees');
  });

  /** Time jumps by hours in these tests, and sessions end with it. */
  async function signIn({ email }: Person): Promise<string> {
    const body = { email, password: SIGN_UP.password };
    return dataOf((await server.post<Session>('/api/accounts/login', body)).envelope).access_token;
  }
  async function toggle(person: Person, auto_trading: 0 | 1): Promise<void> {
    const { version } = dataOf((await server.get<AutoTradingConsent>(`${ROUTE}/consent`)).envelope);
    const consent = person.consents === false ? {} : { consent_version: version };
    const token = await signIn(person);
    dataOf((await server.post(ROUTE, { auto_trading, ...consent }, { token })).envelope);
  }
  async function add(person: Person): Promise<void> {
    await signUp(server, person.email);
    if (person.isVerified !== false) await server.operator('customer', 'verify', person.email);
    const paid = await server.operator(
      'credit',
      person.email,
      String(person.euros ?? EUROS),
      'test funds',
    );
    expect(paid.code, paid.printed.join()).toBe(0);
    if (person.isOn !== false) await toggle(person, 1);
  }
  async function record(person: Person, page: object = {}): Promise<AutoTradingRecord> {
    const token = await signIn(person);
    const path = `${ROUTE}/record`;
    return dataOf((await server.post<AutoTradingRecord>(path, page, { token })).envelope);
  }
  /** By which rules they were told that it paused. */
  async function pauses({ email }: Person): Promise<unknown[]> {
    const rows = await server.query(
      `select n.facts ->> 'rule' as rule from notifications n
       join customers c on c.id = n.customer_id
       where c.email = $1 and n.kind = 'auto-trading-paused' order by n.id`,
      [email],
    );
    return rows.map(({ rule }) => rule);
  }
  async function positions(person: Person): Promise<BalanceData['positions']> {
    const token = await signIn(person);
    const reply = await server.post<BalanceData>('/api/accounts/getBalance', {}, { token });
    return dataOf(reply.envelope).positions;
  }
  /** The last symbol of the list has seen the candle, so every account has been served. */
  async function waitForCandle(candle: number, check: (seen: AutoTradingRecord) => void) {
    passCandle(server, candle);
    const endMs = Date.now() + server.offsetMs();
    await eventually(async () => {
      const seen = await record(OFF);
      expect(seen.latest).toHaveLength(2);
      for (const { candle_end } of seen.latest) {
        expect(endMs - Date.parse(candle_end)).toBeLessThan(MINUTE_MS);
      }
    });
    check(await record(OFF));
  }

  it('opens with stop loss, take profit and explanation, only for permitted accounts with consent', async () => {
    await waitForCandle(ETH_CROSS_UP, ({ latest }) => {
      expect(latest.map(({ symbol, code }) => [symbol, code])).toEqual([
        ['ETHUSD', 'ema-cross'],
        ['BTCUSD', 'no-cross'],
      ]);
    });
    await eventually(async () => expect((await record(EARLY)).trades).toHaveLength(1));
    const seen = await record(EARLY);
    expect(seen).toMatchObject({ auto_trading: 1, obstacles: [], summary: { trades: 0, open: 1 } });
    const [trade] = seen.trades;
    expect(trade).toMatchObject({
      symbol: 'ETHUSD',
      direction: 'buy',
      leverage: 2,
      close_date: null,
    });
    expect(trade?.reason?.text).toMatch(
      /^EMA 20 crossed above EMA 50 on the 15-minute candle of \d{4}-\d\d-\d\d 00:45 UTC; .*at risk € 50\.00 of € 10,000\.00\.$/,
    );
    const { open_rate, stop_lost, take_profit, amount } = trade ?? expect.fail('no trade');
    const stop = stop_lost ?? expect.fail('no stop');
    expect(take_profit).toBeGreaterThan(open_rate);
    // € 50 at risk: what the stop costs from the opening rate, within a cent and a point's worth.
    const lost = (amount * 2 * (open_rate - stop)) / open_rate;
    expect(lost).toBeLessThanOrEqual(50);
    expect(lost).toBeGreaterThan(49.9);
    await eventually(async () => {
      const [unfollowed] = (await record(SMALL)).unfollowed;
      expect(unfollowed).toMatchObject({ code: 'amount-too-small', facts: { minimum: 25 } });
      expect(unfollowed?.text).toContain('least amount of € 25.00.');
    });
    for (const person of [OFF, SILENT, UNVERIFIED]) {
      expect(await record(person), person.email).toMatchObject({ trades: [], unfollowed: [] });
      expect((await positions(person)).open).toEqual([]);
    }
    expect((await record(SILENT)).obstacles).toEqual(['consent-missing']);
    expect((await record(UNVERIFIED)).obstacles).toEqual(['not-verified']);
  });

  it('closes at the stop loss with reason 1, and stops after a 3 % loss for the day and after 10 % until switched on', async () => {
    await eventually(async () => expect((await record(FUNDED)).trades).toHaveLength(1));
    // The same loss is a smaller share of more money.
    await server.operator('credit', FUNDED.email, '15000', 'more funds');
    passCandle(server, ETH_FALL);
    await eventually(async () => {
      expect((await record(EARLY)).trades).toMatchObject([
        { closingReason: 1, exit_reason: null, symbol: 'ETHUSD' },
      ]);
    });
    const { summary, trades } = await record(EARLY);
    const profit = trades[0]?.profit ?? Number.NaN;
    // The price fell by three quarters, far beyond the stop.
    expect(profit).toBeLessThan(-0.1 * EUROS);
    expect(summary).toEqual({
      trades: 1,
      won: 0,
      lost: 1,
      profit,
      return_percent: Math.round((profit / EUROS) * 10_000) / 100,
      worst_drawdown: -profit,
      open: 0,
    });
    for (const person of [LATER, LEAVER, BUSY]) await add(person);
    await openByHand(BUSY);
    await waitForCandle(BTC_CROSS_UP, ({ latest }) => {
      expect(latest.map(({ code }) => code)).toContain('ema-cross');
    });
    await eventually(async () => {
      const [unfollowed] = (await record(FUNDED)).unfollowed;
      expect(unfollowed).toMatchObject({ symbol: 'BTCUSD', code: 'day-stop' });
      expect(unfollowed?.text).toContain('3 % was lost today');
    });
    await eventually(async () => expect(await pauses(FUNDED)).toEqual(['daily-loss']));
    await eventually(async () => {
      const stopped = await record(EARLY);
      expect(stopped.unfollowed).toMatchObject([{ symbol: 'BTCUSD', code: 'drawdown-stop' }]);
      expect(stopped).toMatchObject({ auto_trading: 0, obstacles: ['switched-off'] });
      expect(stopped.stopped_at).not.toBeNull();
    });
    await eventually(async () => expect(await pauses(EARLY)).toEqual(['drawdown']));
    await toggle(EARLY, 1);
    expect(await record(EARLY)).toMatchObject({ auto_trading: 1, obstacles: [], stopped_at: null });
    await toggle(EARLY, 0);
  });

  it('ignores manual positions and opens none beside them', async () => {
    await eventually(async () => {
      expect(await record(BUSY)).toMatchObject({
        trades: [],
        unfollowed: [{ symbol: 'BTCUSD', code: 'symbol-in-use' }],
      });
    });
    expect((await positions(BUSY)).open).toHaveLength(1);
  });

  it('closes a position on the opposite cross with reason 4, and keeps its levels when switched off', async () => {
    await eventually(async () => {
      expect((await record(LATER)).trades).toMatchObject([{ symbol: 'BTCUSD', direction: 'buy' }]);
      expect((await record(LEAVER)).trades).toHaveLength(1);
    });
    await toggle(LEAVER, 0);
    const levels = (await positions(LEAVER)).open.map(({ stop_lost, take_profit }) => [
      stop_lost,
      take_profit,
    ]);
    passCandle(server, BTC_CROSS_DOWN);
    await eventually(async () => {
      expect((await record(LATER)).trades).toMatchObject([{ closingReason: 4 }]);
    });
    const [trade] = (await record(LATER)).trades;
    expect(trade?.exit_reason).toMatchObject({ code: 'opposite-cross' });
    expect(trade?.exit_reason?.text).toContain('EMA 20 crossed below EMA 50');
    expect((await positions(LATER)).history).toMatchObject([{ closingReason: 4 }]);
    const left = (await positions(LEAVER)).open;
    expect(left.map(({ stop_lost, take_profit }) => [stop_lost, take_profit])).toEqual(levels);
    expect(await record(LEAVER)).toMatchObject({ auto_trading: 0, summary: { open: 1 } });
    expect((await positions(BUSY)).open).toHaveLength(1);
  });

  it('returns its trades in pages', async () => {
    const [trade] = (await record(LATER)).trades;
    expect((await record(LATER, { before: trade?.id, limit: 1 })).trades).toEqual([]);
    const reply = await server.post(
      `${ROUTE}/record`,
      { limit: 101 },
      { token: await signIn(LATER) },
    );
    expect(reply.status).toBe(422);
    expect((await server.post(`${ROUTE}/record`, {})).status).toBe(401);
  });

  it('does not trade on a candle that closed while the program was down', async () => {
    const before = [await record(LATER), await record(EARLY)];
    await restart(2, 5 * 60);
    await eventually(async () => {
      const { latest } = await record(LATER);
      expect(latest.find(({ symbol }) => symbol === 'BTCUSD')?.code).toBe('ema-cross');
    });
    for (const [index, person] of [LATER, EARLY].entries()) {
      const { trades, unfollowed } = await record(person);
      expect(trades).toEqual(before[index]?.trades);
      expect(unfollowed).toEqual(before[index]?.unfollowed);
    }
  });

  it('acts on a candle once, although the program ends before it has the result', async () => {
    const lastId = (await record(LATER)).trades[0]?.id ?? 0;
    await restart(3, 3);
    const newTrades = async () => (await record(LATER)).trades.filter(({ id }) => id > lastId);
    await eventually(async () => expect(await newTrades()).toHaveLength(1));
    const [trade] = await newTrades();
    await restart(3, 20, async () => {
      const db = await database.open();
      await db.query("update auto_trading_decisions set outcome = null where action = 'open'", []);
      await db.close();
    });
    await eventually(async () => {
      const { latest } = await record(LATER);
      expect(latest.find(({ symbol }) => symbol === 'BTCUSD')?.code).toBe('ema-cross');
    });
    await toggle(LATER, 0);
    expect(await newTrades()).toMatchObject([{ id: trade?.id, open_rate: trade?.open_rate }]);
  });

  /** Started again so many seconds after 00:00 UTC, at which the candle of BTCUSD's cross closed. */
  async function restart(
    days: number,
    seconds: number,
    meanwhile: () => Promise<void> = async () => undefined,
  ): Promise<void> {
    await server.stop();
    await meanwhile();
    server = await startServer({
      database,
      environment: stageWaves(folder, BTC_CROSS_UP + 1 + (seconds * 1_000) / CANDLE_MS),
      offsetMs: offsetAtMidnight(days, seconds * 1_000),
    });
  }

  async function openByHand(person: Person): Promise<void> {
    const socket = await server.connect('/positions', await signIn(person));
    const order = { symbol: 'BTCUSD', direction: 'sell', leverage: 1, amount: 100, price: 1 };
    await eventually(async () => dataOf(await send(socket, 'openPosition', order)));
    socket.disconnect();
  }
});
