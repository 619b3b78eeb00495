import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PositionAnswer } from '@halyard/contract/live';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PriceSwitchRefused } from '#features/prices/prices.ts';
import { eventually } from '../support/eventually.ts';
import { STILL, stagePrices } from '../support/staged-prices.ts';
import {
  dataOf,
  send,
  signUpTrader,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

/** All that the test trades: the prices of other markets would take longer than the rest of a start. */
const SIMULATED = { FEED: 'crypto=simulator' };

describeOnDatabase('prices of two worlds', (database) => {
  let folder: string;
  let replayed: Readonly<Record<string, string>>;
  let running: TestServer | undefined;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-worlds-'));
    replayed = stagePrices(folder);
  });
  afterAll(async () => {
    await running?.stop();
    rmSync(folder, { recursive: true });
  });

  const start = async (environment: Readonly<Record<string, string>>): Promise<TestServer> => {
    await running?.stop();
    running = undefined;
    running = await startServer({ database, environment });
    return running;
  };
  /** Why it does not start. */
  const rejectionOf = async (environment: Readonly<Record<string, string>>): Promise<string> => {
    const error: unknown = await start(environment).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return error instanceof PriceSwitchRefused ? error.message : expect.fail('it started');
  };
  const codeIn = (message: string): string =>
    /FEED_SWITCH=([0-9a-f]{8})$/.exec(message)?.[1] ?? expect.fail(message);

  it('may be changed while no position is open', async () => {
    await start(SIMULATED);
    const server = await start(replayed);
    expect((await server.operator('status')).printed.join()).toContain('replay');
  });

  it('never mix on an open position: the start is rejected with the symbols', async () => {
    const server = await start(replayed);
    const session = await signUpTrader(server, 'worlds@example.com', '1000');
    const socket = await server.connect('/positions', session.access_token);
    const order = { symbol: 'BTCUSD', direction: 'buy', leverage: 2, amount: 100 } as const;
    for (let count = 0; count < 2; count += 1) {
      await eventually(async () => {
        dataOf(
          await send<PositionAnswer>(socket, 'openPosition', { ...order, price: STILL.orderBuy }),
        );
      });
    }
    const message = await rejectionOf(SIMULATED);
    expect(message).toMatch(/\n {2}BTCUSD: replay → simulator:[0-9a-f]{8} \(2 open\)\n/);
    expect(message).not.toContain('ETHUSD');
    const real = await rejectionOf({ FEED: 'binance', BINANCE_URL: 'http://127.0.0.1:9' });
    expect(real).toContain('BTCUSD: replay → real (2 open)');
    expect(codeIn(real)).not.toBe(codeIn(message));
    const wrong = { ...SIMULATED, FEED_SWITCH: codeIn(real) };
    expect(await rejectionOf(wrong)).toBe(message);
  });

  it('start again unchanged, and with categories that do not affect the symbol', async () => {
    await start(replayed);
    await start({ FEED: 'forex=simulator' });
    expect((await running?.operator('status'))?.printed.join('\n')).toContain(
      'feed            simulator',
    );
  });

  it('mix if the operator accepts exactly that, with an audit entry', async () => {
    const message = await rejectionOf(SIMULATED);
    const accepted = { ...SIMULATED, FEED_SWITCH: codeIn(message) };
    await start(accepted);
    // The code that is left in the settings accepts no way back.
    const back = await rejectionOf({ ...replayed, FEED_SWITCH: codeIn(message) });
    expect(back).toMatch(/BTCUSD: simulator:[0-9a-f]{8} → replay \(2 open\)/);
    const server = await start(SIMULATED);
    expect((await server.operator('audit')).code).toBe(0);
    await server.stop();
    running = undefined;
    const db = await database.open();
    const events = await db.query(
      `select actor, reason, after from audit_events where action = 'prices.switch'`,
      [],
    );
    await db.close();
    expect(events).toEqual([
      {
        actor: 'system',
        reason: 'FEED_SWITCH accepts it',
        after: { BTCUSD: expect.stringMatching(/^replay → simulator:/) },
      },
    ]);
  });
});
