// A spread that the house widens: one price for quotes, orders, closes and candles.
import { PRICES_NAMESPACE, type PositionAnswer, type PriceBook } from '@halyard/contract/live';
import type { Candle, MarketQuote } from '@halyard/contract/market';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import {
  dataOf,
  nextMessage,
  send,
  signUpTrader,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { startVendorPrices, type VendorPrices } from '../support/vendor-prices.ts';

/** The vendor sells at 39,996.00 and buys at 40,004.00. */
const MID = 40_000;
/** 0.1 % of 40,000 is 40: each side moves by 20. */
const WIDENED = { sell: 39_976, buy: 40_024 };
/** 2,000 is quoted 0.40 wide; a minimum of 0.1 % is 2.00. */
const AT_LEAST = { sell: 1_999, buy: 2_001 };

describeOnDatabase('a widened spread', (database) => {
  let vendor: VendorPrices;
  let server: TestServer;
  beforeAll(async () => {
    vendor = await startVendorPrices(MID);
    const environment = { ...vendor.environment, SPREADS: 'BTCUSD:0.1,ETHUSD:0/0.1,XRPUSD:2' };
    server = await startServer({ database, environment });
  });
  afterAll(async () => {
    await server.stop();
    await vendor.close();
  });

  it('is that of quotes, orders, closes and candles alike', async () => {
    const prices = await server.connect(PRICES_NAMESPACE);
    const book = await nextMessage<PriceBook>(
      prices,
      'price',
      (all) => all['BTCUSD'] !== undefined,
    );
    expect(book['BTCUSD']).toMatchObject(WIDENED);
    await eventually(async () => {
      const reply = await server.get<Record<string, MarketQuote>>('/api/market/quotes');
      expect(dataOf(reply.envelope)).toMatchObject({ BTCUSD: WIDENED, ETHUSD: AT_LEAST });
    });

    const session = await signUpTrader(server, 'wide@example.com', '1000');
    const socket = await server.connect('/positions', session.access_token);
    const order = { symbol: 'BTCUSD', direction: 'buy', amount: 100, leverage: 2, price: 41_000 };
    const { position } = dataOf(await send<PositionAnswer>(socket, 'openPosition', order));
    // 40,024.00 × 1.00025 = 40,034.006.
    expect(position.open_rate).toBe(40_034.01);
    const closing = await send<PositionAnswer>(socket, 'closePosition', { id: position.id });
    expect(dataOf(closing).position.closed_rate).toBe(WIDENED.sell);

    const now = Date.now();
    const query = `symbol=BTCUSD&timeframe=1m&from=${now - 120_000}&to=${now}`;
    const candles = dataOf((await server.get<Candle[]>(`/api/market/candles?${query}`)).envelope);
    expect(candles.at(-1)?.slice(1, 5)).toEqual(Array.from({ length: 4 }, () => WIDENED.sell));
    expect((await server.operator('audit')).printed.at(-1)).toContain('everything agrees');
  });

  it('of the settings stays, even above dealing’s limit, when another term is set', async () => {
    const set = await server.operator(
      'terms',
      'XRPUSD',
      'greatest-amount',
      '30',
      'a',
      'quiet',
      'day',
    );
    expect(set).toEqual({ code: 0, printed: ['XRPUSD: set.'] });
    const { printed } = await server.operator('terms', 'XRPUSD');
    expect(printed).toContain('extra-spread       2 %');
    expect(printed).toContain('greatest-amount    30.00');
    const [row] = await server.query(
      'select extra_spread_centi_bps as extra, amount_max_cents as most from symbol_terms',
    );
    expect(row).toEqual({ extra: null, most: 3_000 });
  });
});
