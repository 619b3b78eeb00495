// What dealing sets of a symbol: in force at once, for all programs, over restarts, and never for
// what is already open.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PositionAnswer } from '@halyard/contract/live';
import type { MarketQuote } from '@halyard/contract/market';
import type { Asset, BalanceData } from '@halyard/contract/trading';
import type { Session } from '@halyard/contract/accounts';
import type { Role } from '@halyard/contract/backoffice/roles';
import { HOUR_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { signInStaff } from '../support/staff.ts';
import { STILL, stagePrices } from '../support/staged-prices.ts';
import {
  dataOf,
  OPERATOR,
  send,
  signUpTrader,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

/** As the catalogue has BTCUSD. */
const SHIPPED = {
  extra_spread_percent: 0,
  least_spread_percent: 0,
  least_amount: 1,
  greatest_amount: 50_000,
  greatest_leverage: 30,
  hours: ['always'],
  time_zone: 'UTC',
};
const NOTHING = {
  extra_spread_percent: null,
  least_spread_percent: null,
  least_amount: null,
  greatest_amount: null,
  greatest_leverage: null,
  hours: [],
};
const REASON = 'the vendor asks for more';

describeOnDatabase('the terms of a symbol', (database) => {
  let folder: string;
  let server: TestServer;
  let session: Session;
  const tokens = new Map<Role, string>();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-terms-'));
    server = await startServer({ database, environment: stagePrices(folder) });
    session = await signUpTrader(server, 'terms@example.com', '1000');
    for (const role of ['dealing', 'support'] as const) {
      tokens.set(role, (await signInStaff(server, `${role}@staff.example`, role)).token);
    }
  });
  afterAll(async () => {
    const { printed } = await server.operator('audit');
    await server.stop();
    rmSync(folder, { recursive: true });
    expect(printed.at(-1)).toContain('everything agrees');
  });

  const callOf = (role: Role) => ({ token: tokens.get(role) ?? '' });
  const set = async (terms: object, role: Role = 'dealing') => {
    const body = { ...NOTHING, ...terms, reason: REASON };
    const path = '/api/backoffice/symbols/BTCUSD/set-terms';
    const { envelope } = await server.post<object>(path, body, callOf(role));
    return envelope.status === 'error' ? (envelope.errors ?? envelope.code) : envelope.data;
  };
  const shown = async () => {
    const call = callOf('dealing');
    return dataOf((await server.get('/api/backoffice/symbols/BTCUSD', call)).envelope);
  };
  const quoted = async () => {
    const quotes = await server.get<Record<string, MarketQuote>>('/api/market/quotes');
    return dataOf(quotes.envelope)['BTCUSD'];
  };
  const asset = async () => {
    const call = { token: session.access_token };
    const assets = dataOf((await server.get<Asset[]>('/api/get/assets', call)).envelope);
    return assets.find(({ symbol }) => symbol === 'BTCUSD');
  };
  const open = async (order: object = {}) => {
    const socket = await server.connect('/positions', session.access_token);
    const usual = { symbol: 'BTCUSD', direction: 'buy', leverage: 2, amount: 10, price: 41_000 };
    return await send<PositionAnswer>(socket, 'openPosition', { ...usual, ...order });
  };
  const held = async () => {
    const call = { token: session.access_token };
    const reply = await server.post<BalanceData>('/api/accounts/getBalance', {}, call);
    return dataOf(reply.envelope).positions.open;
  };

  it('are shown with their defaults to permitted roles, and set only by dealing', async () => {
    expect(await shown()).toMatchObject({ ...SHIPPED, terms_set: null });
    expect(await set({ least_amount: '5' }, 'support')).toBe('forbidden');
    expect(await set({})).toEqual({ changed: false });
    // What is shipped is no term of the house's own.
    expect(await set({ greatest_amount: '50000', hours: ['Always'] })).toEqual({ changed: false });
    expect(await shown()).toMatchObject({ terms_set: null });
  });

  it('widen the spread of the next quote, and do not change open positions', async () => {
    const { position } = dataOf(await open());
    expect(position.open_rate).toBe(STILL.orderBuy);
    // 0.05 % of 40,005.10 is 20.00: each side moves by 10.00, rounded away from the middle.
    expect(await set({ extra_spread_percent: 0.05 })).toEqual({ changed: true });
    const wide = { sell: 39_989.99, buy: 40_020.21 };
    await eventually(async () => expect(await quoted()).toMatchObject(wide));
    const { id, open_rate: rate, termination_rate: stopOut } = position;
    expect(await held()).toMatchObject([{ id, open_rate: rate, termination_rate: stopOut }]);
    // 40,020.21 × 1.00025 = 40,030.215: the audit at the end works it out as well.
    expect(dataOf(await open()).position.open_rate).toBe(40_030.22);
    expect(await set({})).toEqual({ changed: true });
    await eventually(async () => expect(await quoted()).toMatchObject({ sell: STILL.sell }));
  });

  it('limit amounts and leverage of openings, never above the regime’s limit', async () => {
    const limits = { least_amount: '20.00', greatest_amount: 50, greatest_leverage: 1 };
    expect(await set(limits)).toEqual({ changed: true });
    expect(await open({ leverage: 1, amount: 19.99 })).toMatchObject({
      code: 'amount-too-small',
      facts: { minimum: 20 },
    });
    expect(await open({ leverage: 1, amount: 50.01 })).toMatchObject({
      code: 'amount-too-large',
      facts: { maximum: 50 },
    });
    expect(await open({ leverage: 2, amount: 30 })).toMatchObject({ code: 'leverage-invalid' });
    expect(dataOf(await open({ leverage: 1, amount: 20 })).position.amount).toBe(20);
    await eventually(async () =>
      expect(await asset()).toMatchObject({
        min_amount: 20,
        max_amount: 50,
        position_assets_category: { leverage: '1' },
      }),
    );
    expect(await held()).toMatchObject([{ leverage: 1 }, { leverage: 2 }, { leverage: 2 }]);
    expect(await set({ greatest_leverage: 30 })).toEqual({ changed: true });
    expect(await open({ leverage: 5 })).toMatchObject({ code: 'leverage-invalid' });
  });

  it('close the market outside their hours', async () => {
    const past = new Date(Date.now() - HOUR_MS).toISOString().slice(11, 14);
    const hours = [`Mon-Sun ${past}00-${past}01`];
    expect(await set({ hours })).toEqual({ changed: true });
    await eventually(async () => expect((await quoted())?.state).toBe('closed'));
    expect(await shown()).toMatchObject({ hours, state: 'closed', session_open: false });
    expect(await open()).toMatchObject({ code: 'price-unavailable' });
    expect(await set({})).toEqual({ changed: true });
    await eventually(async () => expect((await quoted())?.state).toBe('live'));
  });

  it.each([
    [{ extra_spread_percent: 1.51 }, 'extra_spread_percent'],
    [{ extra_spread_percent: -0.1 }, 'extra_spread_percent'],
    [{ least_spread_percent: 0.00001 }, 'least_spread_percent'],
    [{ least_amount: '0.99' }, 'least_amount'],
    [{ greatest_amount: '10000000.01' }, 'greatest_amount'],
    [{ least_amount: 500, greatest_amount: 499 }, 'least_amount'],
    [{ greatest_leverage: 4 }, 'greatest_leverage'],
    [{ greatest_leverage: 50 }, 'greatest_leverage'],
    [{ hours: ['Mon 09:00-12:00', 'Mon 11:00-13:00'] }, 'hours'],
    [{ hours: ['every day'] }, 'hours'],
    [{ spread: 1 }, 'spread'],
  ])('refuse %j and change nothing', async (terms, field) => {
    expect(await set(terms)).toEqual({ [field]: expect.any(String) });
    expect(await shown()).toMatchObject(SHIPPED);
  });

  it('are applied when another program has set them', async () => {
    await server.query(
      `update symbol_terms set amount_max_cents = 4000, hours = null, set_by = 'staff:9'`,
    );
    await eventually(async () => expect(await asset()).toMatchObject({ max_amount: 40 }));
    expect(await open({ amount: 41 })).toMatchObject({ facts: { maximum: 40 } });
    expect(await shown()).toMatchObject({ greatest_amount: 40, terms_set: { by: 'staff:9' } });
    expect(await set({})).toEqual({ changed: true });
  });

  it("can be set by the operator's command, and survive a restart", async () => {
    const terms = async (...words: readonly string[]) => {
      const { code, printed } = await server.operator('terms', ...words);
      return [code, printed[0]];
    };
    const of = ['btcusd', 'greatest-amount'];
    expect(await terms(...of, '30.00', 'a', 'quiet', 'day')).toEqual([0, 'BTCUSD: set.']);
    expect(await terms(...of, '30', 'again')).toEqual([0, 'BTCUSD: that is how it was.']);
    expect((await terms(...of, '0', 'none'))[0]).toBe(1);
    expect((await terms('NOTHING'))[0]).toBe(1);
    expect((await terms('BTCUSD', 'hours', 'always'))[0]).toBe(2);
    expect((await terms('BTCUSD', '__proto__', '1', 'why'))[0]).toBe(2);
    await server.stop();
    server = await startServer({ database, environment: stagePrices(folder) });
    await eventually(async () => expect((await quoted())?.state).toBe('live'));
    expect(await open({ amount: 31 })).toMatchObject({ facts: { maximum: 30 } });
    expect((await server.operator('terms', 'BTCUSD')).printed).toEqual([
      'extra-spread       0 %',
      'least-spread       0 %',
      'least-amount       1.00',
      'greatest-amount    30.00',
      'greatest-leverage  30',
      'hours              always (UTC)',
      expect.stringMatching(new RegExp(`^set by ${OPERATOR} at 20\\S+Z: a quiet day$`)),
    ]);
    expect(await terms(...of, 'shipped', 'over')).toEqual([0, 'BTCUSD: set.']);
    expect((await server.operator('terms', 'BTCUSD')).printed.at(-1)).toBe('as shipped');
    expect(await shown()).toMatchObject({ terms_set: null });
  });

  it('are in the audit log with the values before and after', async () => {
    const events = await server.query(
      `select actor, reason, subject, before, after from audit_events
        where action = 'symbol.set-terms' order by id limit 2`,
    );
    expect(events).toMatchObject([
      {
        actor: expect.stringMatching(/^staff:\d+$/),
        reason: REASON,
        subject: 'BTCUSD',
        before: { extraCentiBps: 0, leverageMax: 30, hours: ['always'] },
        after: { extraCentiBps: 500, leverageMax: 30, hours: ['always'] },
      },
      { before: { extraCentiBps: 500 }, after: { extraCentiBps: 0 } },
    ]);
  });
});
