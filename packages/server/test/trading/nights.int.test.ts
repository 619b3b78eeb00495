import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Session } from '@halyard/contract/accounts';
import type { PositionAnswer } from '@halyard/contract/live';
import type { Asset, BalanceData, PositionCosts } from '@halyard/contract/trading';
import { DAY_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { stagePrices } from '../support/staged-prices.ts';
import {
  dataOf,
  send,
  SIGN_UP,
  signUpTrader,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { BUY, SELL } from '../support/trader.ts';

const EMAIL = 'night@example.com';

describeOnDatabase('overnight financing', (database) => {
  let folder = '';
  let server: TestServer;
  const start = async (offsetMs: number): Promise<TestServer> =>
    await startServer({
      database,
      // € 1,000 at leverage 2 cost 2,000 × 36.5 % ÷ 365 = € 2.00 a night; € 400 sold earn € 0.40.
      environment: {
        ...stagePrices(folder),
        FINANCING: 'crypto:36.5/-18.25',
        OPERATOR_EMAIL: 'house@example.com',
      },
      offsetMs,
    });
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-prices-'));
    server = await start(0);
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const balance = async (): Promise<BalanceData> => {
    const credentials = { email: EMAIL, password: SIGN_UP.password };
    const reply = await server.post<Session>('/api/accounts/login', credentials);
    const token = dataOf(reply.envelope).access_token;
    return dataOf(
      (await server.post<BalanceData>('/api/accounts/getBalance', {}, { token })).envelope,
    );
  };
  const costsOf = async (id: number): Promise<PositionCosts> => {
    const credentials = { email: EMAIL, password: SIGN_UP.password };
    const reply = await server.post<Session>('/api/accounts/login', credentials);
    const token = dataOf(reply.envelope).access_token;
    return dataOf(
      (await server.post<PositionCosts>('/api/accounts/positionCosts', { id }, { token })).envelope,
    );
  };
  const restart = async (sleepMs: number): Promise<void> => {
    const offsetMs = server.offsetMs() + sleepMs;
    await server.stop();
    server = await start(offsetMs);
  };

  it('charges each night once, also missed ones, and shows the next charge', async () => {
    const session = await signUpTrader(server, EMAIL, '10000');
    const token = session.access_token;
    const assets = await server.get<Asset[]>('/api/get/assets', { token });
    const bitcoin = dataOf(assets.envelope).find(({ symbol }) => symbol === 'BTCUSD');
    expect(bitcoin?.financing).toEqual({ buy: 36.5, sell: -18.25 });
    const euro = dataOf(assets.envelope).find(({ symbol }) => symbol === 'EURUSD');
    expect(euro?.financing).toEqual({ buy: 0, sell: 0 });

    const socket = await server.connect('/positions', token);
    const open = async (order: object) =>
      dataOf(await send<PositionAnswer>(socket, 'openPosition', order)).position;
    expect(await open({ ...BUY, amount: 1_000 })).toMatchObject({ financing: 2 });
    expect(await open({ ...SELL, amount: 400 })).toMatchObject({ financing: -0.4 });
    expect((await balance()).balance).toBe(10_000);

    server.advance(DAY_MS);
    await expect.poll(async () => (await balance()).balance, { timeout: 8_000 }).toBe(9_998.4);
    expect((await balance()).positions.open).toMatchObject([{ financing: -0.4 }, { financing: 2 }]);

    await restart(3 * DAY_MS);
    expect((await balance()).balance).toBe(9_993.6);
    await restart(0);
    const { balance: left, positions } = await balance();
    expect(left).toBe(9_993.6);
    const costs = await Promise.all(positions.open.map(async ({ id }) => await costsOf(id)));
    expect(costs).toEqual([
      { fee: 0, financing: -1.6, nights: 4 },
      { fee: 0, financing: 8, nights: 4 },
    ]);
    const { printed } = await server.operator('audit');
    expect(printed.at(-1)).toContain('everything agrees');
  });

  it('charges no night twice over a restart', async () => {
    const { balance: before } = await balance();
    const offsetMs = server.offsetMs();
    await server.stop();
    const db = await database.open();
    // As if it had ended before it noted any of them.
    await db.query(
      `update charged_nights set last_day = to_char(last_day::date - 10, 'YYYY-MM-DD')`,
      [],
    );
    await db.close();
    server = await start(offsetMs);
    expect((await balance()).balance).toBe(before);
  });

  it('charges missed nights at a close while the nightly task fails, and none twice', async () => {
    const credentials = { email: 'missed-nights@example.com', password: SIGN_UP.password };
    const { access_token: first } = await signUpTrader(server, credentials.email, '10000');
    const opening = await server.connect('/positions', first);
    const order = { ...BUY, amount: 1_000 };
    const { position } = dataOf(await send<PositionAnswer>(opening, 'openPosition', order));
    const { id } = position;
    // It charges the first night, and fails to note it.
    await server.query(
      `create trigger nights_fail before update on charged_nights
         for each statement execute function refuse_change()`,
    );
    await restart(5 * DAY_MS);
    expect(server.log.join()).toContain('overnight financing failed');
    const reply = await server.post<Session>('/api/accounts/login', credentials);
    const { access_token: token } = dataOf(reply.envelope);
    const costs = async () =>
      dataOf(
        (await server.post<PositionCosts>('/api/accounts/positionCosts', { id }, { token }))
          .envelope,
      );
    expect(await costs()).toEqual({ fee: 0, financing: 2, nights: 1 });
    const socket = await server.connect('/positions', token);
    dataOf(await send(socket, 'closePosition', { id }));
    expect(await costs()).toEqual({ fee: 0, financing: 10, nights: 5 });

    const { balance: late } = await balance();
    await server.query('drop trigger nights_fail on charged_nights');
    // The four nights of the other customer, whose positions stay open.
    const caughtUp = async () => Math.round(((await balance()).balance - late) * 100);
    await expect.poll(caughtUp, { timeout: 8_000 }).toBe(-640);
    expect(await costs()).toEqual({ fee: 0, financing: 10, nights: 5 });
    const { printed } = await server.operator('audit');
    expect(printed.at(-1)).toContain('everything agrees');
  });

  it('charges nothing after a clock jump, tells the operator, and continues when the clock is right', async () => {
    const { balance: before } = await balance();
    const offsetMs = server.offsetMs();
    await restart(400 * DAY_MS);
    expect((await balance()).balance).toBe(before);
    expect(server.log.join()).toMatch(/"nights":40\d,.*too many nights to charge/);
    // By that clock a file that was written now is a year old, and goes.
    await eventually(async () => {
      const mails = await server.query('select key from outbox where done_at is not null');
      expect(mails.map(({ key }) => key).join()).toMatch(/nights:\d{4}-\d{2}-\d{2}/);
    });
    await server.stop();
    server = await start(offsetMs + DAY_MS);
    expect((await balance()).balance).toBe(before - 1.6);
  });

  it('is audited for charges too early and for missing nights', async () => {
    const audited = async () => (await server.operator('audit')).printed.join('\n');
    expect(await audited()).toContain('everything agrees');
    await server.query('update charged_nights set last_day = $1', ['2020-01-01']);
    expect(await audited()).toMatch(/accounts \d+: it was charged for .* end with 2020-01-01/);
    await server.query('alter table postings disable trigger all');
    await server.query(
      `update postings set unique_key = unique_key || ':moved' where unique_key in
        (select unique_key from postings where kind = 'financing' order by id offset 2 limit 1)`,
    );
    expect(await audited()).toMatch(
      /commands \d+: it answered financing:.*, which is not booked so/,
    );
  });
});
