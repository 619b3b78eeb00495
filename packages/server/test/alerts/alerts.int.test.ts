// Price alerts from the wire to the mail: set, reached once, kept; watched again after a restart.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NotificationPush } from '@halyard/contract/live';
import type { NotificationPage } from '@halyard/contract/notifications';
import { PRICE_ALERTS_MAX, type PriceAlert } from '@halyard/contract/price-alerts';
import type { Envelope } from '@halyard/contract/wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { readOutbox } from '../support/outbox.ts';
import { stagePrices, STILL } from '../support/staged-prices.ts';
import {
  dataOf,
  nextMessage,
  signUp,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { rejectionOf } from '../support/trader.ts';

const ALERTS = '/api/accounts/priceAlerts';
/** Above the price that stands still, so that the next quote is below it. */
const INSERT = `insert into price_alerts (customer_id, symbol, side, sense, points, splits_before, created_at)
  values ($1, 'BTCUSD', 'sell', 'falls', 4000001, 0, now())`;

describeOnDatabase('price alerts', (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-prices-'));
  let server: TestServer;
  const start = async (offsetMs: number): Promise<TestServer> =>
    await startServer({ database, environment: stagePrices(folder), offsetMs });
  beforeAll(async () => {
    server = await start(0);
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const post = async <Data>(path: string, body: object, token: string): Promise<Envelope<Data>> =>
    (await server.post<Data>(path, body, { token })).envelope;
  const set = async (token: string, alert: object): Promise<Envelope<PriceAlert>> =>
    await post<PriceAlert>(`${ALERTS}/create`, alert, token);
  const list = async (token: string): Promise<readonly PriceAlert[]> =>
    dataOf(await post<PriceAlert[]>(ALERTS, {}, token));
  const tolds = async (token: string): Promise<readonly string[]> =>
    dataOf(
      await post<NotificationPage>('/api/accounts/notifications', {}, token),
    ).notifications.flatMap(({ kind, title }) => (kind === 'price-alert' ? [title] : []));
  const mailsTo = async (email: string): Promise<readonly string[]> => {
    const mails = await readOutbox(server.dataDir);
    return mails.filter((mail) => mail.includes(`To: ${email}`) && mail.includes('Price alert'));
  };
  const risingNow = async (): Promise<number> => {
    const prices = await server.connect('/prices');
    const book = await nextMessage<Record<string, { sell: number }>>(
      prices,
      'price',
      ({ ETHUSD }) => ETHUSD !== undefined,
    );
    prices.disconnect();
    return book['ETHUSD']?.sell ?? expect.fail('it has a price');
  };
  /** An alert that the rising price has yet to reach, however busy the machine is. */
  const setAhead = async (token: string, side: 'buy' | 'sell'): Promise<PriceAlert> => {
    for (let aheadBy = 2; aheadBy < 60; aheadBy *= 2) {
      const rate = Math.round(await risingNow()) + aheadBy;
      const { data } = await set(token, { symbol: 'ETHUSD', side, rate });
      if (data?.sense === 'rises') return data;
      if (data !== null) await post(`${ALERTS}/remove`, { id: data.id }, token);
    }
    return expect.fail('no alert was set ahead of the price');
  };

  it('watch bid and ask, above and below the quote, each price once', async () => {
    const { access_token: token } = await signUp(server, 'sides@example.com');
    const between = 40_005;
    const sell = dataOf(await set(token, { symbol: 'BTCUSD', side: 'sell', rate: between }));
    const buy = dataOf(await set(token, { symbol: 'BTCUSD', side: 'buy', rate: '40005.00' }));
    expect(sell).toEqual({
      id: expect.any(Number),
      symbol: 'BTCUSD',
      side: 'sell',
      sense: 'rises',
      rate: between,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      fired_at: null,
      fired_rate: null,
    });
    expect(buy).toMatchObject({ side: 'buy', sense: 'falls' });
    const again = dataOf(await set(token, { symbol: 'BTCUSD', side: 'sell', rate: between }));
    expect(again).toEqual(sell);
    expect((await list(token)).map(({ id }) => id)).toEqual([buy.id, sell.id]);
    dataOf(await post(`${ALERTS}/remove`, { id: sell.id }, token));
    expect(rejectionOf(await post(`${ALERTS}/remove`, { id: sell.id }, token)).code).toBe(
      'not-found',
    );
    expect(await list(token)).toEqual([buy]);
  });

  it('are rejected for unknown symbols, reached prices, and above the limit', async () => {
    const { access_token: token } = await signUp(server, 'many@example.com');
    const refused = async (alert: object) => rejectionOf(await set(token, alert));
    const bitcoin = { symbol: 'BTCUSD', side: 'sell' } as const;
    expect((await refused({ ...bitcoin, rate: STILL.sell })).code).toBe('alert-reached');
    expect((await refused({ ...bitcoin, symbol: 'NOSUCH', rate: 1 })).code).toBe('not-found');
    expect((await refused({ ...bitcoin, symbol: 'XRPUSD', rate: 1 })).code).toBe(
      'price-unavailable',
    );
    expect((await refused({ ...bitcoin, rate: 1.001 })).errors).toEqual({
      rate: 'must be a price with at most 2 decimals',
    });
    expect(await list(token)).toEqual([]);
    for (let rate = 1; rate <= PRICE_ALERTS_MAX; rate += 1) {
      dataOf(await set(token, { ...bitcoin, rate }));
    }
    const more = await refused({ ...bitcoin, rate: PRICE_ALERTS_MAX + 1 });
    expect(more).toMatchObject({ code: 'too-many-alerts', facts: { maximum: PRICE_ALERTS_MAX } });
    // One that waits already is none more.
    dataOf(await set(token, { ...bitcoin, rate: 1 }));
    expect(await list(token)).toHaveLength(PRICE_ALERTS_MAX);
  });

  it('notify open browsers, the list and a mail once, and are stored with the rate that reached them', async () => {
    const email = 'told@example.com';
    const { access_token: token } = await signUp(server, email);
    const socket = await server.connect('/positions', token);
    const pushed = nextMessage<NotificationPush>(
      socket,
      'notification',
      ({ kind }) => kind === 'price-alert',
    );
    const { id, rate } = await setAhead(token, 'sell');
    expect(await pushed).toMatchObject({ group: 'alerts' });
    const [alert] = await list(token);
    expect(alert).toMatchObject({ id, fired_at: expect.any(String) });
    expect(alert?.fired_rate).toBeGreaterThanOrEqual(rate);
    await eventually(async () => expect(await mailsTo(email)).toHaveLength(1));
    const [mail] = await mailsTo(email);
    const title = `Price alert: ETHUSD at ${rate.toLocaleString('en')}.00`;
    expect(mail).toContain(`Subject: ${title}`);
    expect(await tolds(token)).toEqual([title]);
  });

  it('notify signed-out customers, and send no mail if mails are off', async () => {
    const email = 'away@example.com';
    const { access_token: token, user } = await signUp(server, email);
    const { access_token: quiet } = await signUp(server, 'quiet@example.com');
    await post('/api/accounts/notifications/updatePreferences', { mail: { alerts: false } }, quiet);
    await setAhead(quiet, 'buy');
    await setAhead(token, 'buy');
    await post('/api/accounts/logout', {}, token);
    await eventually(async () => expect(await mailsTo(email)).toHaveLength(1));
    await eventually(async () => expect(await tolds(quiet)).toHaveLength(1));
    const notified = await server.query(
      `select key from notifications where customer_id = $1 and kind = 'price-alert'`,
      [user.id],
    );
    expect(notified).toHaveLength(1);
    expect(await mailsTo('quiet@example.com')).toEqual([]);
  });

  it('are watched if another program set them, and after a restart', async () => {
    const ada = await signUp(server, 'ada@example.com');
    await server.query(INSERT, [ada.user.id]);
    await eventually(async () => expect(await tolds(ada.access_token)).toHaveLength(1));
    const offsetMs = server.offsetMs();
    await server.stop();
    const db = await database.open();
    await db.query(INSERT, [ada.user.id]);
    await db.close();
    server = await start(offsetMs);
    await eventually(async () => expect(await tolds(ada.access_token)).toHaveLength(2));
    const fired = (await list(ada.access_token)).map(({ fired_rate }) => fired_rate);
    expect(fired).toEqual([STILL.sell, STILL.sell]);
  });
});
