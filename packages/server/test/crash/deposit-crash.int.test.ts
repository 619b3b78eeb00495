// The program is killed at every step of a deposit. After the restart, with nobody's help, each
// ends as its provider says, and the books agree.
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentStep } from '@halyard/contract/providers';
import type { BalanceData } from '@halyard/contract/trading';
import type { Transaction } from '@halyard/contract/transactions';
import type { Envelope } from '@halyard/contract/wire';
import { MINUTE_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { environmentOf, startSandboxes, type Sandboxes } from '../payments/shop.ts';
import { eventually } from '../support/eventually.ts';
import { itExtended } from '../support/extended.ts';
import { describeOnServerDatabase } from '../support/server-database.ts';
import {
  callRunning,
  startServerProcess,
  type ServerEnvironment,
  type ServerProcess,
} from '../support/server-process.ts';
import { signUp } from '../support/trading-client.ts';

const EMAIL = 'crash@example.com';
/** The job that judges a message runs within a second of it. */
const JUDGED_WITHIN_MS = 1_200;
const KILLS_WHILE_JUDGING = 2;

describeOnServerDatabase('a kill at each step of a deposit', (database) => {
  let dataDir = '';
  let environment: ServerEnvironment;
  let server: ServerProcess;
  let sandboxes: Sandboxes;
  let token = '';
  let euros = 0;

  const restart = async () => {
    await server.kill();
    server = await startServerProcess(environment);
  };
  const call = async <Data>(path: string, body?: object): Promise<Data> => {
    const response = await fetch(`${server.url}${path}`, {
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    const envelope = (await response.json()) as Envelope<Data>;
    if (envelope.status === 'error') throw new Error(envelope.code);
    return envelope.data;
  };
  const create = async (provider: string): Promise<string> => {
    const body = { amount: 250, method: 1, provider };
    return (await call<{ transaction_id: string }>('/api/transactions/create', body))
      .transaction_id;
  };
  const send = async (provider: string, id: string): Promise<PaymentStep> =>
    await call(`/api/transaction/send/${provider}`, { transaction_id: id });
  const statusOf = async (id: string): Promise<string | undefined> =>
    (await call<Transaction[]>(`/api/transactions/get/${token}`)).find(
      (one) => one.transaction_id === id,
    )?.transaction_status;
  const credited = async (...ids: readonly string[]) => {
    for (const id of ids) {
      await eventually(async () => expect(await statusOf(id)).toBe('Approved'));
      euros += 250;
    }
    expect((await call<BalanceData>('/api/accounts/getBalance', {})).balance).toBe(euros);
  };
  /** Gives the path that the provider is asked for, which waits until it is let go. */
  const holdNext = (name: keyof Sandboxes) => {
    const reached = Promise.withResolvers<string>();
    const released = Promise.withResolvers<void>();
    sandboxes[name].hold(async (path) => {
      reached.resolve(path);
      await released.promise;
    });
    const release = (): void => {
      sandboxes[name].hold(undefined);
      released.resolve();
    };
    return { reached: reached.promise, release };
  };

  beforeAll(async () => {
    dataDir = await database.makeDataDir();
    sandboxes = await startSandboxes(() => server.url);
    const settings = {
      ...environmentOf(sandboxes),
      DATA_DIR: dataDir,
      DEMO: '0',
      LOG_LEVEL: 'warn',
    };
    server = await startServerProcess({ ...database.environment, ...settings });
    environment = { ...database.environment, ...settings, PORT: new URL(server.url).port };
    const session = await signUp(server.url, { email: EMAIL, password: 'a long password' });
    token = session.access_token;
    await call('/api/accounts/update', {
      first_name: 'Test',
      last_name: 'Customer',
      phone: '+493023125000',
      email: EMAIL,
      birth_date: '1990-01-31',
      country_id: 276,
      state: 'Berlin',
      city: 'Berlin',
      street: 'Beispielstraße 1',
      zip_code: '10115',
    });
    await callRunning(dataDir, ['customer', 'verify', EMAIL]);
  }, 120_000);
  afterAll(async () => {
    await callRunning(dataDir, ['audit']);
    await server?.stop();
    await Promise.all(Object.values(sandboxes ?? {}).map((sandbox) => sandbox.close()));
    await rm(dataDir, { recursive: true, force: true });
  }, MINUTE_MS);

  it('is consistent after a kill before and during the call of the provider', async () => {
    const untouched = await create('paymaxis');
    const sending = await create('paymaxis');
    const held = holdNext('paymaxis');
    const answer = send('paymaxis', sending).catch(() => undefined);
    await held.reached;
    await restart();
    held.release();
    await answer;
    // The first was never handed over and still can be; the second never is again.
    expect(await statusOf(untouched)).toBe('Pending');
    await send('paymaxis', untouched);
    await expect(send('paymaxis', sending)).rejects.toThrow('payment-under-way');
    await eventually(() => expect(sandboxes.paymaxis.find(sending)).toBeDefined());
    for (const id of [untouched, sending]) {
      sandboxes.paymaxis.approve(id);
      await credited(id);
    }
  });

  itExtended('is consistent when all webhooks arrived while the program was down', async () => {
    const ids = [await create('paymaxis'), await create('ipaytotal')] as const;
    await send('paymaxis', ids[0]);
    await send('ipaytotal', ids[1]);
    await server.kill();
    for (const [index, name] of (['paymaxis', 'ipaytotal'] as const).entries()) {
      sandboxes[name].webhooks.travel('lost');
      sandboxes[name].approve(ids[index] ?? '');
      sandboxes[name].webhooks.travel('sent');
    }
    server = await startServerProcess(environment);
    await credited(...ids);
    expect(sandboxes.paymaxis.webhooks.all).toHaveLength(3);
  });

  it('processes after the restart the webhooks that it had accepted before the kill', async () => {
    const { paymaxis } = sandboxes;
    const id = await create('paymaxis');
    await send('paymaxis', id);
    paymaxis.webhooks.travel('held');
    paymaxis.approve(id);
    const message = paymaxis.webhooks.all.at(-1);
    if (message === undefined) return expect.fail('the provider told something');
    // Only the message itself can tell: the provider answers no question.
    paymaxis.fail(500);
    try {
      expect((await paymaxis.webhooks.deliver(message)).status).toBe(200);
      await restart();
      await credited(id);
    } finally {
      paymaxis.fail(undefined);
    }
  });

  itExtended('is consistent after a kill during a query of the provider', async () => {
    const { ipaytotal } = sandboxes;
    ipaytotal.webhooks.travel('sent');
    const id = await create('ipaytotal');
    await send('ipaytotal', id);
    const held = holdNext('ipaytotal');
    ipaytotal.approve(id);
    expect(await held.reached).toBe('/api/get/transaction');
    await restart();
    held.release();
    await credited(id);
  });

  itExtended(
    `is consistent after ${KILLS_WHILE_JUDGING} kills at any moment of the crediting`,
    async () => {
      const { paymaxis } = sandboxes;
      paymaxis.webhooks.travel('held');
      for (let kill = 0; kill < KILLS_WHILE_JUDGING; kill += 1) {
        const id = await create('paymaxis');
        await send('paymaxis', id);
        paymaxis.approve(id);
        const message = paymaxis.webhooks.all.at(-1);
        if (message === undefined) return expect.fail('the provider told something');
        const delivered = paymaxis.webhooks.deliver(message);
        await sleep((JUDGED_WITHIN_MS * kill) / KILLS_WHILE_JUDGING);
        await restart();
        await delivered;
        await credited(id);
      }
    },
  );
});
