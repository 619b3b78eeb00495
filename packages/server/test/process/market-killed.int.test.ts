// Programs with the market as processes of their own, whose leader is killed or paused while a customer
// trades: another one leads soon, and the paused one is ignored when it goes on.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PositionAnswer } from '@halyard/contract/live';
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

const ROUNDS = 10;
/** Within the limits of one socket. */
const ORDER_EVERY_MS = 100;
const ANSWER_WITHIN_MS = 1_000;
const POLL_MS = 20;
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
    const opened = new Set<number>();
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

    /** Returns 'filled' or why an order is rejected now; what was opened is closed again. */
    const tryOrder = async (): Promise<string> => {
      await sleep(ORDER_EVERY_MS);
      const order = { symbol: 'BTCUSD', direction: 'buy', leverage: 2, amount: 100, price: 1e9 };
      const answer = await client.send('openPosition', { ...order, requestId: randomUUID() });
      if (answer?.status !== 'success') return answer?.code ?? 'no answer';
      const { id } = (answer.data as PositionAnswer).position;
      opened.add(id);
      for (const open of opened) {
        const closed = await client.send('closePosition', { id: open });
        if (closed?.status === 'success') opened.delete(open);
      }
      return 'filled';
    };
    const untilFilled = async (): Promise<void> =>
      await eventually(async () => expect(await tryOrder()).toBe('filled'));
    /** Returns the program that leads and has prices; one that is paused does not answer. */
    const findLeader = async (among: readonly ServerProcess[]): Promise<ServerProcess> => {
      for (;;) {
        for (const one of among) {
          const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
          const health = await fetch(`${one.url}/health/ready`, { signal }).catch(() => undefined);
          if (health?.status === 200) return one;
        }
        await sleep(POLL_MS);
      }
    };

    it.runIf(IS_EXTENDED)(
      'are replaced within three seconds, and ignored when they go on',
      async () => {
        await untilFilled();
        const tookMs: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          const leader = await findLeader(markets);
          const isPaused = round % 2 === 1;
          if (isPaused) leader.signal('SIGSTOP');
          else await leader.kill();
          const beganMs = performance.now();
          await findLeader(markets.filter((one) => one !== leader));
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
