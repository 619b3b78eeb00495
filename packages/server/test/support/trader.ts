// A customer who may trade, with a socket, and the calls that a test makes in their name.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Session } from '@halyard/contract/accounts';
import type { PositionAnswer } from '@halyard/contract/live';
import type { BalanceData, Position } from '@halyard/contract/trading';
import type { Envelope, ErrorEnvelope } from '@halyard/contract/wire';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect } from 'vitest';
import { STILL, stagePrices } from './staged-prices.ts';
import { dataOf, send, signUpTrader, startServer, type TestServer } from './start-server.ts';
import type { TestDatabase } from './test-database.ts';

export const BUY = {
  symbol: 'BTCUSD',
  direction: 'buy',
  leverage: 2,
  price: STILL.orderBuy,
} as const;
export const SELL = { ...BUY, direction: 'sell', price: STILL.orderSell } as const;

export type Trader = {
  readonly session: Session;
  readonly token: string;
  readonly socket: Socket;
  open(order: object): Promise<Position>;
  close(order: object): Promise<Position>;
  balance(): Promise<BalanceData>;
};

export type Floor = {
  server(): TestServer;
  /** A new one each time, with so many euros. */
  trader(euros?: string): Promise<Trader>;
  /** One for all tests of the block whose orders are refused: they find the account as it began. */
  refusedTrader(): Promise<Trader>;
};

/** A server on staged prices for all tests of a block; at their end the books must agree. */
export function openFloor(
  database: TestDatabase,
  settings: Readonly<Record<string, string>> = {},
): Floor {
  let folder = '';
  let running: TestServer | undefined;
  let traders = 0;
  let refused: Promise<Trader> | undefined;
  const server = (): TestServer => running ?? expect.fail('the server does not run yet');
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-prices-'));
    running = await startServer({ database, environment: { ...stagePrices(folder), ...settings } });
  });
  afterAll(async () => {
    const { printed } = await server().operator('audit');
    await server().stop();
    rmSync(folder, { recursive: true, force: true });
    expect(printed.at(-1)).toContain('everything agrees');
  });
  const trader = async (euros = '60000'): Promise<Trader> => {
    traders += 1;
    const session = await signUpTrader(server(), `trader-${traders}@example.com`, euros);
    const socket = await server().connect('/positions', session.access_token);
    return toTrader(server(), session, socket);
  };
  return { server, trader, refusedTrader: () => (refused ??= trader('1000')) };
}

/** The envelope of an answer that must be a refusal. */
export function rejectionOf(envelope: Envelope<unknown>): ErrorEnvelope {
  return envelope.status === 'error' ? envelope : expect.fail('it was not refused');
}

function toTrader(server: TestServer, session: Session, socket: Socket): Trader {
  const token = session.access_token;
  const position = async (event: string, order: object): Promise<Position> =>
    dataOf(await send<PositionAnswer>(socket, event, order)).position;
  return {
    session,
    token,
    socket,
    open: async (order) => await position('openPosition', order),
    close: async (order) => await position('closePosition', order),
    balance: async () =>
      dataOf((await server.post<BalanceData>('/api/accounts/getBalance', {}, { token })).envelope),
  };
}
