// A buy and a sell against each other, and a gap: no gift comes of it.
import type { PositionAnswer } from '@halyard/contract/live';
import type { BalanceData } from '@halyard/contract/trading';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import {
  dataOf,
  send,
  signUpTrader,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { startVendorPrices, type VendorPrices } from '../support/vendor-prices.ts';

const START = 40_000;

describeOnDatabase('a hedged gap', (database) => {
  let vendor: VendorPrices;
  let server: TestServer;
  beforeAll(async () => {
    vendor = await startVendorPrices(START);
    const environment = { ...vendor.environment, REGIME: 'international' };
    server = await startServer({ database, environment });
  });
  afterAll(async () => {
    await server.stop();
    await vendor.close();
  });

  it('ends at the initial balance less trading costs', async () => {
    const session = await signUpTrader(server, 'hedger@example.com', '1000');
    const { access_token: token } = session;
    const socket = await server.connect('/positions', token);
    const balance = async () =>
      dataOf((await server.post<BalanceData>('/api/accounts/getBalance', {}, { token })).envelope);
    const open = async (direction: string, price: number) =>
      dataOf(
        await send<PositionAnswer>(socket, 'openPosition', {
          symbol: 'BTCUSD',
          leverage: 30,
          amount: 480,
          direction,
          price,
        }),
      ).position.id;
    await eventually(async () => void (await open('buy', START * 1.01)));
    const sellId = await open('sell', START * 0.99);

    vendor.setMid(START * 0.9);
    await eventually(async () => expect((await balance()).positions.open).toHaveLength(1));
    // The buy lost 480 × 30 × about 10 %; nobody pays it while the sell is open.
    const during = await balance();
    expect(during.balance).toBeLessThan(-400);
    expect(during.withdrawable).toBe(0);
    const refused = await send(socket, 'openPosition', {
      symbol: 'BTCUSD',
      direction: 'buy',
      leverage: 1,
      amount: 1,
      price: START,
    });
    expect(refused).toMatchObject({ status: 'error', code: 'amount-too-large' });

    await send(socket, 'closePosition', { id: sellId });
    const after = await balance();
    const profits = after.positions.history.reduce((sum, { profit }) => sum + (profit ?? 0), 0);
    expect(after.balance).toBeCloseTo(1_000 + profits, 2);
    expect(after.balance).toBeLessThan(1_000);
    expect(after.balance).toBeGreaterThan(960);
    expect((await server.operator('audit')).printed.at(-1)).toContain('everything agrees');
  });
});
