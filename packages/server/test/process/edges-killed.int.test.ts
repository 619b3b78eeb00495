// Programs of a divided installation as processes of their own, which are killed while a customer
// trades: what was answered stays, and what was sent again is executed once.
import { randomUUID } from 'node:crypto';
import type { PositionAnswer } from '@halyard/contract/live';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HAS_NATS, NATS_URL } from '../support/messages/nats.ts';
import { eventually } from '../support/eventually.ts';
import { IS_EXTENDED } from '../support/extended.ts';
import { describeOnServerDatabase } from '../support/server-database.ts';
import { callRunning, startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { shareSecrets } from '../support/share-secrets.ts';
import { createTradingClient, signUp, type TradingClient } from '../support/trading-client.ts';

const ROUNDS = 6;
const EMAIL = 'killed@example.com';
const LONG_MS = 600_000;

describe.skipIf(!HAS_NATS)('with NATS', () => {
  describeOnServerDatabase('programs that are killed', (database) => {
    const cluster = { NATS_URL, NATS_PREFIX: randomUUID(), FEED: 'crypto=simulator', DEMO: '0' };
    const folders: string[] = [];
    const cores: ServerProcess[] = [];
    const edges: ServerProcess[] = [];
    let client: TradingClient;

    const start = async (roles: string, health: 'ready' | 'live'): Promise<ServerProcess> => {
      const folder = await database.makeDataDir();
      if (folders[0] !== undefined) shareSecrets(folders[0], folder);
      folders.push(folder);
      const own = { ...database.environment, ...cluster, DATA_DIR: folder, ROLES: roles };
      return await startServerProcess(own, health);
    };

    beforeAll(async () => {
      if (!IS_EXTENDED) return;
      cores.push(await start('engine,market,jobs', 'ready'));
      edges.push(await start('edge', 'ready'), await start('edge', 'ready'));
      const url = edges[0]?.url ?? '';
      client = createTradingClient(
        url,
        await signUp(url, { email: EMAIL, password: 'a long password' }),
      );
      for (const words of [
        ['customer', 'verify', EMAIL],
        ['credit', EMAIL, '50000', 'test funds'],
      ]) {
        await callRunning(folders[0] ?? '', words);
      }
    }, LONG_MS);
    afterAll(async () => {
      await Promise.all([...edges, ...cores].map(async (one) => await one.stop()));
    });

    /** Sends the order through any edge until it is answered. */
    const open = async (order: object): Promise<number> => {
      let id = 0;
      let attempts = 0;
      await eventually(async () => {
        attempts += 1;
        const edge = edges[attempts % edges.length];
        await client.connect(edge?.url ?? '');
        const answer = await client.send('openPosition', order);
        if (answer?.status !== 'success') throw new Error(JSON.stringify(answer));
        id = (answer.data as PositionAnswer).position.id;
      });
      return id;
    };

    it.runIf(IS_EXTENDED)(
      'lose no answered order and execute none twice',
      async () => {
        const opened: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          const order = {
            symbol: 'BTCUSD',
            direction: 'buy',
            leverage: 2,
            amount: 100,
            price: 1e9,
            requestId: randomUUID(),
          };
          const killed = round % 2 === 0 ? edges : cores;
          const roles = round % 2 === 0 ? 'edge' : 'engine,market,jobs';
          if (killed === cores) cores.push(await start(roles, 'live'));
          const [, id] = await Promise.all([killed.shift()?.kill(), open(order)]);
          opened.push(id);
          // Sent again it is the same position.
          expect(await open(order)).toBe(id);
          if (killed === edges) edges.push(await start(roles, 'live'));
        }
        client.disconnect();
        await client.connect(edges[0]?.url ?? '');
        const { positions } = await client.balance();
        expect(new Set(positions.open.map(({ id }) => id))).toEqual(new Set(opened));
        expect(positions.open).toHaveLength(ROUNDS);
      },
      LONG_MS,
    );
  });
});
