import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type PositionAnswer,
  type PriceBook,
  fromQuoteBatch,
  type QuoteBatch,
} from '@halyard/contract/live';
import type { MarketQuote } from '@halyard/contract/market';
import type { Session } from '@halyard/contract/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { STILL, stagePrices } from '../support/staged-prices.ts';
import {
  dataOf,
  nextMessage,
  OPERATOR,
  send,
  signUpTrader,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

describeOnDatabase('a symbol that the operator halts', (database) => {
  let folder: string;
  let server: TestServer;
  let session: Session;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-halt-'));
    server = await startServer({ database, environment: stagePrices(folder) });
    session = await signUpTrader(server, 'halted@example.com', '1000');
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  const open = async (symbol = 'BTCUSD') => {
    const socket = await server.connect('/positions', session.access_token);
    const order = { symbol, direction: 'buy', leverage: 2, amount: 10, price: STILL.orderBuy };
    return await send<PositionAnswer>(socket, 'openPosition', order);
  };
  const stateOf = async (symbol: string) => {
    const quotes = await server.get<Record<string, MarketQuote>>('/api/market/quotes');
    return dataOf(quotes.envelope)[symbol]?.state;
  };

  it('stops trading with a reason in every browser, without affecting other symbols', async () => {
    const prices = await server.connect('/prices');
    const seen = nextMessage<PriceBook>(
      prices,
      'price',
      (book) => book['BTCUSD']?.state === 'halted',
    );
    const page = await server.connect('/prices');
    await send(page, 'watch', { symbols: ['ETHUSD'] });
    const seenElsewhere = nextMessage<QuoteBatch>(
      page,
      'quotes',
      ([, quotes]) => 'BTCUSD' in quotes,
    );
    expect(await server.operator('halt', 'btcusd', 'wrong', 'prices')).toEqual({
      code: 0,
      printed: ['BTCUSD is halted.'],
    });
    expect((await seen)['BTCUSD']).toMatchObject({ sell: STILL.sell });
    // A page that shows other symbols learns it too.
    expect(fromQuoteBatch(await seenElsewhere)['BTCUSD']).toMatchObject({ state: 'halted' });
    expect(await open()).toMatchObject({ status: 'error', code: 'price-unavailable' });
    expect(dataOf(await open('ETHUSD')).position.symbol).toBe('ETHUSD');
    expect((await server.operator('halt', 'BTCUSD', 'again')).printed).toEqual([
      'BTCUSD is already halted.',
    ]);
  });

  it('stays halted over a restart, with who and why in the status', async () => {
    await server.stop();
    server = await startServer({ database, environment: stagePrices(folder) });
    await eventually(async () => expect(await stateOf('BTCUSD')).toBe('halted'));
    expect(await open()).toMatchObject({ code: 'price-unavailable' });
    const { printed } = await server.operator('status');
    expect(printed.join('\n')).toMatch(
      new RegExp(`halted +BTCUSD by ${OPERATOR} at 20\\d\\d-\\S+Z: wrong prices`),
    );
  });

  it('trades again when it is resumed', async () => {
    const { code, printed } = await server.operator('resume', 'BTCUSD');
    expect([code, printed[0]]).toEqual([
      0,
      expect.stringMatching(/^BTCUSD is resumed; its state is (live|stale)\.$/),
    ]);
    await eventually(async () => expect(await stateOf('BTCUSD')).toBe('live'));
    expect(dataOf(await open()).position.symbol).toBe('BTCUSD');
    expect((await server.operator('resume', 'BTCUSD')).printed).toEqual([
      'BTCUSD was not halted by an operator; its state is live.',
    ]);
    await server.stop();
    server = await startServer({ database, environment: stagePrices(folder) });
    await eventually(async () => expect(await stateOf('BTCUSD')).toBe('live'));
  });

  it.each([
    [['halt']],
    [['halt', 'BTCUSD']],
    [['halt', 'BTCUSD', 'x'.repeat(501)]],
    [['resume']],
    [['resume', 'BTCUSD', 'now']],
  ])('reports what is missing in %j', async (words) => {
    const { code, printed } = await server.operator(...words);
    expect(code).toBe(2);
    expect(printed.join()).toContain('SYMBOL');
  });

  it('must exist', async () => {
    for (const words of [
      ['halt', 'NOTHING', 'why'],
      ['resume', '__proto__'],
    ]) {
      expect(await server.operator(...words)).toEqual({
        code: 1,
        printed: [`There is no symbol ${words[1]}.`],
      });
    }
  });

  it('is in the audit log, each action once', async () => {
    await server.stop();
    const db = await database.open();
    const events = await db.query(
      `select actor, action, subject, reason from audit_events
        where action like 'symbol.%' order by id`,
      [],
    );
    await db.close();
    server = await startServer({ database, environment: stagePrices(folder) });
    const actor = OPERATOR;
    expect(events).toEqual([
      { actor, action: 'symbol.halt', subject: 'BTCUSD', reason: 'wrong prices' },
      { actor, action: 'symbol.resume', subject: 'BTCUSD', reason: null },
    ]);
  });
});
