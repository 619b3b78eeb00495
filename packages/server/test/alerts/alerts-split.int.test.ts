// Price alerts over a split of their symbol, on the whole program with a vendor whose price is split:
// they wait for the rates of after it, whatever comes between, and no split itself reaches one.
import type { MarketQuote } from '@halyard/contract/market';
import type { NotificationPage } from '@halyard/contract/notifications';
import type { PriceAlert } from '@halyard/contract/price-alerts';
import type { Direction } from '@halyard/core/instrument';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { signInStaff } from '../support/staff.ts';
import { dataOf, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { sidesOf, startVendorPrices, type VendorPrices } from '../support/vendor-prices.ts';

const ALERTS = '/api/accounts/priceAlerts';

describeOnDatabase('price alerts over a split', (database) => {
  let vendor: VendorPrices;
  let server: TestServer;
  let staff = '';
  beforeAll(async () => {
    vendor = await startVendorPrices(40_000);
    server = await startServer({ database, environment: vendor.environment });
    ({ token: staff } = await signInStaff(server, 'dealing@staff.example', 'dealing'));
    await isQuoted(40_000);
  });
  afterAll(async () => {
    await server.stop();
    await vendor.close();
  });

  const restart = async (): Promise<void> => {
    await server.stop();
    server = await startServer({ database, environment: vendor.environment });
  };
  const customer = async (name: string) => {
    const { access_token: token } = await signUp(server, `${name}@example.com`);
    const set = async (side: Direction, rate: number): Promise<PriceAlert> => {
      const body = { symbol: 'BTCUSD', side, rate };
      return dataOf((await server.post<PriceAlert>(`${ALERTS}/create`, body, { token })).envelope);
    };
    const list = async (): Promise<readonly PriceAlert[]> =>
      dataOf((await server.post<PriceAlert[]>(ALERTS, {}, { token })).envelope);
    /** Waiting ones first. */
    const rates = async (): Promise<readonly number[]> => (await list()).map(({ rate }) => rate);
    const tolds = async (): Promise<readonly string[]> =>
      dataOf(
        (await server.post<NotificationPage>('/api/accounts/notifications', {}, { token }))
          .envelope,
      ).notifications.flatMap(({ kind, title }) => (kind === 'price-alert' ? [title] : []));
    return { set, list, rates, tolds };
  };
  const act = async (action: string, input: object = {}) => {
    const body = { reason: 'the exchange announced it', ...input };
    const path = `/api/backoffice/symbols/BTCUSD/${action}`;
    const { envelope } = await server.post<object>(path, body, { token: staff });
    return envelope.status === 'error' ? envelope.code : envelope.data;
  };
  const split = async (newUnits: number, oldUnits: number, id: string): Promise<void> => {
    const input = { new_units: newUnits, old_units: oldUnits, request_id: id };
    expect(await act('split', input)).toMatchObject({ positions: 0 });
  };
  const isQuoted = async (mid: number): Promise<void> => {
    await eventually(async () => {
      const { envelope } = await server.get<Record<string, MarketQuote>>('/api/market/quotes');
      const sell = sidesOf(mid).sell;
      expect(dataOf(envelope)['BTCUSD']).toMatchObject({ sell, state: 'live' });
    });
  };
  const quote = async (mid: number): Promise<void> => {
    vendor.setMid(mid);
    await isQuoted(mid);
  };
  const resumeAt = async (mid: number): Promise<void> => {
    vendor.setMid(mid);
    await eventually(async () => expect(await act('resume')).toMatchObject({ changed: true }));
    await isQuoted(mid);
  };

  it('wait for adjusted rates, across a restart before the symbol is resumed', async () => {
    const ada = await customer('ada');
    await ada.set('sell', 40_000);
    await quote(40_010);
    await eventually(async () => expect(await ada.tolds()).toHaveLength(1));
    await quote(40_000);
    await ada.set('sell', 39_800.01);
    await ada.set('buy', 40_200.01);
    await act('halt');
    await split(2, 1, 'two');
    // Rounded away from the price; what was reached stays as it was.
    const after = [20_100.01, 19_900, 40_000];
    expect(await ada.rates()).toEqual(after);
    await restart();
    expect(await ada.rates()).toEqual(after);
    await resumeAt(20_000);
    expect(await ada.rates()).toEqual(after);

    await quote(19_920);
    await quote(19_890);
    await eventually(async () => expect(await ada.tolds()).toHaveLength(2));
    await quote(20_000);
    await quote(20_110);
    await eventually(async () => expect(await ada.tolds()).toHaveLength(3));
    expect(await ada.tolds()).toEqual([
      'Price alert: BTCUSD at 20,100.01',
      'Price alert: BTCUSD at 19,900.00',
      'Price alert: BTCUSD at 40,000.00',
    ]);
    expect(await ada.rates()).toEqual([20_100.01, 19_900, 40_000]);
    const reached = (await ada.list()).map(({ fired_rate }) => fired_rate);
    expect(reached).toEqual([sidesOf(20_110).buy, sidesOf(19_890).sell, sidesOf(40_010).sell]);
  });

  it('follow two consecutive splits, rounded once, and a reverse split', async () => {
    await quote(20_000);
    const bob = await customer('bob');
    await bob.set('sell', 19_900.01);
    await bob.set('sell', 20_100.01);
    await act('halt');
    await split(3, 1, 'three');
    expect(await bob.rates()).toEqual([6_700.01, 6_633.33]);
    await split(1, 30, 'thirty');
    const after = [201_000.1, 199_000.1];
    expect(await bob.rates()).toEqual(after);
    await resumeAt(200_000);
    expect(await bob.rates()).toEqual(after);
    expect(await bob.tolds()).toEqual([]);
    await quote(198_950);
    await eventually(async () =>
      expect(await bob.tolds()).toEqual(['Price alert: BTCUSD at 199,000.10']),
    );
    expect(await bob.rates()).toEqual([201_000.1, 199_000.1]);
    await quote(200_000);
  });

  it('refer to current rates if they are set while the symbol is halted', async () => {
    const eve = await customer('eve');
    const early = await eve.set('sell', 190_000);
    await act('halt');
    const halted = await eve.set('sell', 192_000);
    await split(2, 1, 'before');
    expect(await eve.rates()).toEqual([96_000, 95_000]);
    // The same number as one of before, above the price now.
    const late = await eve.set('sell', 190_000);
    expect(late).toMatchObject({ sense: 'rises', rate: 190_000 });
    expect(await eve.set('sell', 95_000)).toEqual({ ...early, rate: 95_000 });
    expect(await eve.set('sell', 96_000)).toEqual({ ...halted, rate: 96_000 });
    expect(await eve.rates()).toEqual([190_000, 96_000, 95_000]);
    await split(1, 2, 'back');
    expect(await eve.rates()).toEqual([380_000, 192_000, 190_000]);
    await resumeAt(200_000);
    const after = await eve.set('sell', 190_001);
    expect(after).toMatchObject({ sense: 'falls', rate: 190_001 });
    expect(await eve.rates()).toEqual([190_001, 380_000, 192_000, 190_000]);
    expect(await eve.tolds()).toEqual([]);
  });
});
