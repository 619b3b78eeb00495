// Programs with the market as processes of their own, whose leader is killed or paused while a customer
// trades: another one leads soon, and the paused one is ignored when it goes on.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HAS_NATS, NATS_URL } from '../support/messages/nats.ts';
import { eventually } from '../support/eventually.ts';
import { IS_EXTENDED } from '../support/extended.ts';
import { describeOnServerDatabase } from '../support/server-database.ts';
import {
  callRunning,
  runOperatorCommand,
  startServerProcess,
  type ServerProcess,
} from '../support/server-process.ts';
import { shareSecrets } from '../support/share-secrets.ts';
import { createTradingClient, signUp, type TradingClient } from '../support/trading-client.ts';

const ROUNDS = 20;
const EMAIL = 'killed@example.com';
const LONG_MS = 1_800_000;
/** From the death of a leader to the first order that is filled at a price of the next. */
const TAKE_OVER_MAX_MS = 3_000;

describe.skipIf(!HAS_NATS)('with NATS', () => {
  describeOnServerDatabase('leaders of the market that are killed', (database) => {
    const cluster = { NATS_URL, NATS_PREFIX: randomUUID(), FEED: 'crypto=simulator', DEMO: '0' };
    const folders: string[] = [];
    const markets: ServerProcess[] = [];
    const others: ServerProcess[] = [];
    let client: TradingClient;
    let environment: Readonly<Record<string, string>> = {};

    const start = async (roles: string, health: 'ready' | 'live'): Promise<ServerProcess> => {
      const folder = await database.makeDataDir();
      if (folders[0] !== undefined) shareSecrets(folders[0], folder);
      folders.push(folder);
      environment = { ...database.environment, ...cluster, DATA_DIR: folder, ROLES: roles };
      return await startServerProcess(environment, health);
    };

    beforeAll(async () => {
      if (!IS_EXTENDED) return;
      markets.push(await start('market', 'ready'), await start('market', 'live'));
      others.push(await start('engine,jobs', 'ready'), await start('edge', 'ready'));
      const url = others[1]?.url ?? '';
      const session = await signUp(url, { email: EMAIL, password: 'a long password' });
      client = createTradingClient(url, session);
      for (const words of [
        ['customer', 'verify', EMAIL],
        ['credit', EMAIL, '500000', 'test funds'],
      ]) {
        await callRunning(folders[2] ?? '', words);
      }
      await client.connect(url);
    }, LONG_MS);
    afterAll(async () => {
      await Promise.all([...others, ...markets].map(async (one) => await one.stop()));
    });

    /** Returns whether an order is filled now. */
    const isFilled = async (): Promise<boolean> => {
      const order = { symbol: 'BTCUSD', direction: 'buy', leverage: 2, amount: 100, price: 1e9 };
      const answer = await client.send('openPosition', { ...order, requestId: randomUUID() });
      return answer?.status === 'success';
    };
    const untilFilled = async (): Promise<void> =>
      await eventually(async () => expect(await isFilled()).toBe(true));
    const findLeader = async (): Promise<ServerProcess> => {
      for (;;) {
        for (const one of markets) {
          const health = await fetch(`${one.url}/health/ready`).catch(() => undefined);
          if (health?.status === 200) return one;
        }
      }
    };

    it.runIf(IS_EXTENDED)(
      'are replaced within three seconds, and ignored when they go on',
      async () => {
        await untilFilled();
        const tookMs: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          const leader = await findLeader();
          const isPaused = round % 2 === 1;
          if (isPaused) leader.signal('SIGSTOP');
          else await leader.kill();
          const beganMs = performance.now();
          // Prices that are already there are traded on for a moment.
          await eventually(async () => expect(await isFilled()).toBe(false));
          await untilFilled();
          tookMs.push(performance.now() - beganMs);
          if (isPaused) {
            leader.signal('SIGCONT');
          } else {
            markets.splice(markets.indexOf(leader), 1);
            markets.push(await start('market', 'live'));
          }
          await untilFilled();
        }
        const slow = tookMs.map(Math.round).filter((ms) => ms >= TAKE_OVER_MAX_MS);
        expect(slow, `of ${tookMs.map(Math.round).join(' ')}`).toEqual([]);
        const { output } = await runOperatorCommand(
          { ...environment, DATA_DIR: folders[2] ?? '' },
          ['audit'],
        );
        expect(output).toContain('everything agrees');
      },
      LONG_MS,
    );
  });
});
