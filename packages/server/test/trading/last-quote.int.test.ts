// A program that starts anew knows what open positions were worth, before anybody quotes them.
import type { PositionAnswer } from '@halyard/contract/live';
import type { BalanceData } from '@halyard/contract/trading';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { dataOf, send, signUpTrader, startServer } from '../support/start-server.ts';
import type { TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { rejectionOf } from '../support/trader.ts';
import { sidesOf, startVendorPrices } from '../support/vendor-prices.ts';
import type { VendorPrices } from '../support/vendor-prices.ts';

const START = 40_000;
const FALLEN = 34_000;

describeOnDatabase('the last quote before a restart', (database) => {
  let vendor: VendorPrices;
  let server: TestServer;
  beforeAll(async () => {
    vendor = await startVendorPrices(START);
    server = await startServer({ database, environment: vendor.environment });
  });
  afterAll(async () => {
    await server.stop();
    await vendor.close();
  });

  it('counts open losses after a restart while the price source is unavailable', async () => {
    const { access_token: token } = await signUpTrader(server, 'loser@example.com', '1000');
    const balance = async () =>
      dataOf((await server.post<BalanceData>('/api/accounts/getBalance', {}, { token })).envelope);
    const socket = await server.connect('/positions', token);
    await eventually(async () => {
      const order = { symbol: 'BTCUSD', direction: 'buy', leverage: 2, amount: 600, price: 41_000 };
      dataOf(await send<PositionAnswer>(socket, 'openPosition', order));
    });
    vendor.setMid(FALLEN);
    const { sell } = sidesOf(FALLEN);
    await eventually(async () => expect((await balance()).profit).toBeLessThan(-175));
    const before = await balance();
    const { open_rate: openRate } = before.positions.open[0] ?? expect.fail('it is open');
    expect(before.profit).toBeCloseTo((1_200 * (sell - openRate)) / openRate, 1);

    vendor.leave();
    await server.stop();
    server = await startServer({ database, environment: vendor.environment });
    expect(await balance()).toMatchObject({
      profit: before.profit,
      // Until it is quoted again, its price may have jumped by 30 %.
      withdrawable: 0,
    });
    const asked = { method: 'withdraw', amount: '-390.00', comments: 'IBAN AT61 1904 3002 3457' };
    const reply = await server.post('/api/transactions/create', asked, { token });
    expect(rejectionOf(reply.envelope).code).toBe('nothing-to-withdraw');
  });
});
