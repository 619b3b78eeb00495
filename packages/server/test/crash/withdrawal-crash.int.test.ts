// The program is killed at every step of a withdrawal. After the restart, with nobody's help, the
// step is done or was never begun; done again it is done once, and the books agree.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '@halyard/contract/accounts';
import type { BalanceData } from '@halyard/contract/trading';
import type { Transaction } from '@halyard/contract/transactions';
import type { Envelope } from '@halyard/contract/wire';
import { MINUTE_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { callOperator, OPERATOR_SOCKET } from '#platform/operator/operator.ts';
import { eventually } from '../support/eventually.ts';
import { IS_EXTENDED } from '../support/extended.ts';
import { describeOnServerDatabase } from '../support/server-database.ts';
import {
  callRunning,
  startServerProcess,
  type ServerEnvironment,
  type ServerProcess,
} from '../support/server-process.ts';

const EUROS = 100;
const START_EUROS = 10_000;
/** A step takes some milliseconds: kills come before, within and after it, in turn. */
const KILLS_AFTER_MS = [9, 4, 15, 25, 2, 6] as const;

const FirstRun = z.object({
  customer: z.object({ email: z.string(), password: z.string() }),
});

/** Of the steps, those whose kill each run tries: money is held, and money is paid. */
const KILLED_STEPS = IS_EXTENDED
  ? ['request', 'approve', 'pay', 'bounce', 'reject', 'cancel']
  : ['request', 'pay'];

/** Each step, how the withdrawal stands before and after it, and what it leaves of the balance. */
type Step = readonly [step: string, before: string, after: string, leftEuros: number];
const STORIES: readonly (readonly Step[])[] = [
  [
    ['request', 'none', 'Pending', -EUROS],
    ['approve', 'Pending', 'Processing', -EUROS],
    ['pay', 'Processing', 'Approved', -EUROS],
    ['bounce', 'Approved', 'Failed', 0],
  ],
  [
    ['request', 'none', 'Pending', -EUROS],
    ['reject', 'Pending', 'Rejected', 0],
  ],
  [
    ['request', 'none', 'Pending', -EUROS],
    ['cancel', 'Pending', 'Cancelled', 0],
  ],
];

describeOnServerDatabase('a kill at each step of a withdrawal', (database) => {
  let dataDir = '';
  let environment: ServerEnvironment;
  let server: ServerProcess;
  let token = '';
  let requests = 0;

  const call = async <Data>(path: string, body?: object): Promise<Data> => {
    const response = await fetch(`${server.url}${path}`, {
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    const envelope = (await response.json()) as Envelope<Data>;
    if (envelope.status === 'error') throw new Error(envelope.code);
    return envelope.data;
  };
  const list = async () => await call<Transaction[]>(`/api/transactions/get/${token}`);
  const request = async (): Promise<string> => {
    const requestId = `withdrawal-${requests}`;
    const body = { amount: -EUROS, method: 'withdraw', comments: 'DE00 1234', requestId };
    return (await call<{ transaction_id: string }>('/api/transactions/create', body))
      .transaction_id;
  };
  const act = async (step: string, id: string): Promise<unknown> => {
    if (step === 'request') return await request();
    if (step === 'cancel') return await call('/api/transactions/cancel', { transaction_id: id });
    return await callOperator({
      path: join(dataDir, OPERATOR_SOCKET),
      words: ['withdrawal', step, id, 'test'],
      directory: '/',
      print: () => undefined,
      progress: () => undefined,
      signal: new AbortController().signal,
    });
  };

  beforeAll(async () => {
    dataDir = await database.makeDataDir();
    const settings = { DATA_DIR: dataDir, PAYMENTS: 'off', LOG_LEVEL: 'warn' };
    server = await startServerProcess({ ...database.environment, ...settings });
    environment = { ...database.environment, ...settings, PORT: new URL(server.url).port };
    const file = await readFile(join(dataDir, 'first-run.json'), 'utf8');
    const { customer } = FirstRun.parse(JSON.parse(file));
    token = (await call<Session>('/api/accounts/login', customer)).access_token;
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }, MINUTE_MS);

  it('is completed by the next start or by a retry', async () => {
    const delays = [...KILLS_AFTER_MS];
    for (const story of STORIES) {
      requests += 1;
      let id = '';
      for (const [step, before, after, leftEuros] of story) {
        const known = (await list()).map((one) => one.transaction_id);
        const cut = act(step, id).catch(() => undefined);
        if (KILLED_STEPS.includes(step) && (step !== 'request' || requests === 1)) {
          await sleep(delays.shift());
          await server.kill();
          server = await startServerProcess(environment);
        }
        await cut;
        const find = async () =>
          (await list()).find((one) =>
            id === ''
              ? one.transaction_type_id === 6 && !known.includes(one.transaction_id)
              : one.transaction_id === id,
          );
        // Nothing is left between the two.
        await eventually(async () =>
          expect([before, after]).toContain((await find())?.transaction_status ?? 'none'),
        );
        await act(step, id).catch(() => undefined);
        const found = await find();
        expect([step, found?.transaction_status]).toEqual([step, after]);
        id = found?.transaction_id ?? '';
        const { balance } = await call<BalanceData>('/api/accounts/getBalance', {});
        const paidEuros = (await list())
          .filter((one) => one.transaction_status === 'Approved' && one.transaction_type_id === 6)
          .filter((one) => one.transaction_id !== id)
          .reduce((sum, { amount }) => sum + amount, 0);
        expect([step, balance]).toEqual([step, START_EUROS + paidEuros + leftEuros]);
      }
    }
    await callRunning(dataDir, ['audit']);
  }, 180_000);
});
