// A vendor whose quotes come late, through the whole program: nothing trades on them, and staff,
// operator and customers see why.
import { setTimeout as sleep } from 'node:timers/promises';
import type { PriceBook } from '@halyard/contract/live';
import { startOandaServer, type OandaServer } from '@halyard/testkit';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { readOutbox } from '../support/outbox.ts';
import { signInStaff, type SignedIn } from '../support/staff.ts';
import {
  dataOf,
  send,
  signUpTrader,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const QUOTE_EVERY_MS = 200;
const ACCOUNT = '101-004-1234567-001';
const LATE_MS = 30_000;
const STAFF = 'dealer@trade.example';

type Feeds = {
  readonly feeds: readonly {
    readonly name: string;
    readonly timing: { readonly lag_ms: number | null; readonly late_symbols: readonly string[] };
  }[];
};

describeOnDatabase('a vendor whose quotes come late', (database) => {
  let oanda: OandaServer;
  let server: TestServer;
  let socket: Socket;
  let staff: SignedIn;
  let quoting: NodeJS.Timeout;
  let lagMs = 40;
  const states: (string | undefined)[] = [];

  beforeAll(async () => {
    oanda = await startOandaServer({ token: 'a-token', account: ACCOUNT });
    quoting = setInterval(() => {
      const atMs = Date.now() - lagMs;
      oanda.quote('BTC_USD', { bids: ['97000.00'], asks: ['97030.00'], atMs });
    }, QUOTE_EVERY_MS);
    server = await startServer({
      database,
      environment: {
        FEED: 'crypto=oanda',
        OANDA_TOKEN: 'a-token',
        OANDA_ACCOUNT: ACCOUNT,
        OANDA_STREAM_URL: oanda.streamUrl,
        OANDA_URL: oanda.restUrl,
        OPERATOR_EMAIL: 'desk@trade.example',
      },
    });
    await server.connect('/prices', undefined, (early) => {
      early.on('price', (book: PriceBook) => states.push(book['BTCUSD']?.state));
    });
    const session = await signUpTrader(server, 'late@example.com', '100000');
    socket = await server.connect('/positions', session.access_token);
    staff = await signInStaff(server, STAFF, 'dealing');
  });
  afterAll(async () => {
    clearInterval(quoting);
    await server.stop();
    await oanda.close();
  });

  const shows = (state: string) => eventually(() => expect(states.at(-1)).toBe(state));
  const feeds = async () =>
    dataOf((await server.get<Feeds>('/api/backoffice/feeds', { token: staff.token })).envelope)
      .feeds;
  const order = async (name: string, data: object) =>
    await send<{ position: { id: number } }>(socket, name, data);
  const open = async () =>
    await order('openPosition', {
      symbol: 'BTCUSD',
      direction: 'buy',
      leverage: 2,
      amount: 100,
      price: 98_000,
    });

  it('trades while quotes are on time, and shows their delay', async () => {
    await shows('live');
    const { position } = dataOf(await open());
    dataOf(await order('closePosition', { id: position.id }));
    const [feed] = await feeds();
    expect(feed).toMatchObject({
      name: 'oanda',
      timing: { has_source_time: true, late_symbols: [] },
    });
    expect(feed?.timing.lag_ms).toBeLessThan(2_000);
  });

  it('goes stale as soon as quotes are late, and opens and closes nothing', async () => {
    const { position } = dataOf(await open());
    // The vendor's times stay behind from here on.
    server.advance(LATE_MS);
    await shows('stale');
    // The vendor goes on quoting.
    await sleep(10 * QUOTE_EVERY_MS);
    await shows('stale');
    expect(await open()).toMatchObject({ status: 'error', code: 'price-unavailable' });
    expect(await order('closePosition', { id: position.id })).toMatchObject({
      code: 'position-price-unavailable',
    });
  });

  it('is shown to staff and to the operator, who gets one mail', async () => {
    await eventually(async () => {
      const [feed] = await feeds();
      expect(feed?.timing.late_symbols).toEqual(['BTCUSD']);
      expect(feed?.timing.lag_ms).toBeGreaterThanOrEqual(LATE_MS - 2_000);
    });
    expect((await server.operator('status')).printed.join('\n')).toMatch(
      /lag \d+ ms, late: BTCUSD/,
    );
    await eventually(async () => {
      const mails = await readOutbox(server.dataDir);
      const notified = mails.filter((mail) => mail.includes('Subject: Prices of oanda'));
      expect(notified).toHaveLength(1);
      expect(notified[0]).toContain('Subject: Prices of oanda come late');
      expect(notified[0]).toContain('To: desk@');
    });
  });

  it('trades again once quotes are on time', async () => {
    lagMs = 40 - LATE_MS;
    await shows('live');
    expect(server.log.join()).toContain('quotes of the symbol are on time again');
  });
});
