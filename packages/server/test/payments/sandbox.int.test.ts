// The demo world without the internet: a customer pays with a test card and has the money.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Session } from '@halyard/contract/accounts';
import type { PublicConfig } from '@halyard/contract/config';
import type { PaymentStep } from '@halyard/contract/providers';
import type { BalanceData } from '@halyard/contract/trading';
import type { Transaction } from '@halyard/contract/transactions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { cancelOnPage, payOnPage } from '../support/hosted-page.ts';
import { dataOf, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const PROVIDERS = [
  ['paymaxis', { number: '4000000000000408' }],
  ['iPayTotal', { number: '4000000000000077' }],
  ['Ikajo', { number: '4111111111111111', month: '05' }],
  ['PayWay', { number: '4111111111111111' }],
] as const;

describeOnDatabase('the payment sandbox', (database) => {
  let server: TestServer;
  let token = '';
  beforeAll(async () => {
    server = await startServer({ database, environment: { DEMO: '1' }, jobPollMs: 25 });
    const { customer } = JSON.parse(
      readFileSync(join(server.dataDir, 'first-run.json'), 'utf8'),
    ) as { customer: { email: string; password: string } };
    const reply = await server.post<Session>('/api/accounts/login', customer);
    token = dataOf(reply.envelope).access_token;
  });
  afterAll(async () => {
    const { printed } = await server.operator('audit');
    await server.stop();
    expect(printed.at(-1)).toContain('everything agrees');
  });

  const create = async (provider: string): Promise<string> => {
    const body = { amount: 250, method: 1, provider };
    const reply = await server.post<{ transaction_id: string }>('/api/transactions/create', body, {
      token,
    });
    return dataOf(reply.envelope).transaction_id;
  };
  const send = async (provider: string, id: string): Promise<PaymentStep> => {
    const path = `/api/transaction/send/${provider}`;
    const reply = await server.post<PaymentStep>(path, { transaction_id: id }, { token });
    return dataOf(reply.envelope);
  };
  const balance = async (): Promise<number> => {
    const reply = await server.post<BalanceData>('/api/accounts/getBalance', {}, { token });
    return dataOf(reply.envelope).balance;
  };
  const statusOf = async (id: string): Promise<string | undefined> => {
    const reply = await server.get<Transaction[]>(`/api/transactions/get/${token}`);
    return dataOf(reply.envelope).find((one) => one.transaction_id === id)?.transaction_status;
  };

  it.each(PROVIDERS)(
    'credits a payment by test card through %s [s-deposit-redirect]',
    async (provider, card) => {
      const before = await balance();
      const id = await create(provider);
      const step = await send(provider, id);
      const back = await payOnPage(step, card);
      expect(new URL(back).origin).toBe(server.url);
      expect(new URL(back).searchParams.get('payment')).toBe(id);
      await eventually(async () => expect(await statusOf(id)).toBe('Approved'));
      expect(await balance()).toBe(before + 250);
    },
  );

  it.each(PROVIDERS)('credits nothing when the customer cancels at %s', async (provider) => {
    const before = await balance();
    const id = await create(provider);
    await cancelOnPage(await send(provider, id));
    await eventually(async () => expect(await statusOf(id)).toMatch(/Failed|Cancelled/));
    expect(await balance()).toBe(before);
  });

  it('says on every page that no real money is used', async () => {
    const config = dataOf((await server.get<PublicConfig>('/api/config')).envelope);
    expect(config.notices.sandboxMoney).toBe(true);
    expect(
      config.payment_methods.filter(({ key }) => key === 'card').map(({ title }) => title),
    ).toEqual(['Paymaxis', 'iPayTotal', 'Ikajo', 'PayWay']);
    const step = await send('paymaxis', await create('paymaxis'));
    const html = await (await fetch(step.type === 'redirect' ? step.url : '')).text();
    expect(html).toContain('This is a test page');
  });
});
