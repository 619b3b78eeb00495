// One vendor for each category, as the settings name them.
import type { MarketQuote } from '@halyard/contract/market';
import { startAlpacaServer, startOandaServer } from '@halyard/testkit';
import type { AlpacaServer, OandaServer } from '@halyard/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { dataOf, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

/** A Wednesday on which New York trades. */
const OPEN_MS = Date.UTC(2026, 10, 18, 15);
const QUOTE_EVERY_MS = 200;
const ACCOUNT = '101-004-1234567-001';

describeOnDatabase('a feed for each category', (database) => {
  let oanda: OandaServer;
  let alpaca: AlpacaServer;
  let server: TestServer;
  let quoting: NodeJS.Timeout;
  const offsetMs = OPEN_MS - Date.now();
  const nowMs = (): number => Date.now() + offsetMs;

  beforeAll(async () => {
    oanda = await startOandaServer({ token: 'a-token', account: ACCOUNT, nowMs });
    alpaca = await startAlpacaServer({ key: 'a-key', secret: 'a-secret', nowMs });
    quoting = setInterval(() => {
      oanda.quote('EUR_USD', { bids: ['1.15000'], asks: ['1.15008'] });
      oanda.quote('XAU_USD', { bids: ['4064.10'], asks: ['4064.55'] });
      alpaca.quote('AAPL', { bid: '271.90', ask: '272.10' });
    }, QUOTE_EVERY_MS);
    server = await startServer({
      database,
      offsetMs,
      environment: {
        FEED: 'forex=oanda,commodities=oanda,stocks=alpaca,crypto=simulator',
        OANDA_TOKEN: 'a-token',
        OANDA_ACCOUNT: ACCOUNT,
        OANDA_STREAM_URL: oanda.streamUrl,
        OANDA_URL: oanda.restUrl,
        ALPACA_KEY: 'a-key',
        ALPACA_SECRET: 'a-secret',
        ALPACA_STREAM_URL: alpaca.streamUrl,
        ALPACA_URL: alpaca.restUrl,
      },
    });
  });
  afterAll(async () => {
    clearInterval(quoting);
    await server.stop();
    await oanda.close();
    await alpaca.close();
  });

  const quotes = async () =>
    dataOf((await server.get<Record<string, MarketQuote>>('/api/market/quotes')).envelope);

  it('quotes each symbol from its vendor, and no category without one', async () => {
    await eventually(async () => {
      const { EURUSD, XAUUSD, AAPL, BTCUSD } = await quotes();
      expect(EURUSD).toMatchObject({ sell: 1.15, buy: 1.15008, state: 'live' });
      expect(XAUUSD).toMatchObject({ sell: 4_064.1, buy: 4_064.55, state: 'live' });
      // The middle of one exchange's quote, with the instrument's own spread around it.
      expect(AAPL?.state).toBe('live');
      expect(((AAPL?.sell ?? 0) + (AAPL?.buy ?? 0)) / 2).toBeCloseTo(272, 1);
      expect(BTCUSD?.state).toBe('live');
    });
    const named = Object.keys(await quotes());
    expect(named).not.toContain('US500');
    expect(named).not.toContain('GBPUSD');
  });

  it('shows the operator whether each vendor is connected', async () => {
    const status = (await server.operator('status')).printed.join('\n');
    expect(status).toMatch(/feed +oanda is up since/);
    expect(status).toMatch(/feed +alpaca is up since/);
    expect(status).toMatch(/feed +simulator$/m);
  });

  it('reports when a vendor rejects the token, and never shows the token', async () => {
    oanda.revokeToken();
    oanda.cut();
    await eventually(async () => {
      const status = (await server.operator('status')).printed.join('\n');
      expect(status).toMatch(/feed +oanda is down \(\S.*\) since/);
      expect((await quotes())['EURUSD']?.state).toBe('stale');
      expect((await quotes())['AAPL']?.state).toBe('live');
    });
    expect(server.log.join()).toMatch(/"feed":"oanda","state":"down"/);
    expect(server.log.join()).not.toMatch(/a-token|a-secret|a-key/);
  });
});
