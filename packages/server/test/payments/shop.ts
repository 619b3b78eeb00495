// The whole program, connected to the stand-ins of all four providers over real HTTP, and the
// customers who pay there.
import type { Session } from '@halyard/contract/accounts';
import type { PaymentStep } from '@halyard/contract/providers';
import type { BalanceData } from '@halyard/contract/trading';
import type { Transaction } from '@halyard/contract/transactions';
import {
  createIkajoSandbox,
  createIpaytotalSandbox,
  createPaymaxisSandbox,
  createPaywaySandbox,
  serveSandbox,
  type PaymentSandbox,
  type PaywaySandbox,
  type SandboxServer,
  type Webhook,
} from '@halyard/testkit';
import { dataOf, SIGN_UP, signUp, startServer, type TestServer } from '../support/start-server.ts';
import type { TestDatabase } from '../support/test-database.ts';

export const PROVIDERS = ['paymaxis', 'ipaytotal', 'ikajo', 'payway'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** What must never be seen outside the messages it belongs in. */
export const SECRETS = {
  paymaxisKey: 'secret-paymaxis-key',
  paymaxisSigningKey: 'secret-paymaxis-signing-key',
  ipaytotalKey: 'secret-ipaytotal-key',
  ikajoPassword: 'secret-ikajo-password',
  paywaySecret: 'secret-payway-secret',
} as const;

export type Sandboxes = {
  readonly paymaxis: SandboxServer;
  readonly ipaytotal: SandboxServer;
  readonly ikajo: SandboxServer;
  readonly payway: SandboxServer<PaywaySandbox>;
};

/** Signs in again by itself when a test moves time past the session’s end. */
export type Buyer = { token: string; readonly email: string };

export type Shop = {
  server(): TestServer;
  readonly sandboxes: Sandboxes;
  /** Of the settings, also for a program in a process of its own. */
  readonly environment: Readonly<Record<string, string>>;
  /** A new customer, complete and verified. */
  buyer(): Promise<Buyer>;
  create(buyer: Buyer, provider: string, euros?: number): Promise<string>;
  send(buyer: Buyer, provider: string, id: string): Promise<PaymentStep>;
  /** Creates and sends, and for a form brings it to the provider. */
  start(buyer: Buyer, provider: ProviderName, euros?: number): Promise<string>;
  /** The latest message of a provider about an order. */
  messageOf(provider: ProviderName, orderRef: string): Webhook;
  deliver(message: Webhook): Promise<{ readonly status: number; readonly text: string }>;
  /** As a provider does that was told to come back: again, until it is heard. */
  insist(message: Webhook): Promise<void>;
  statusOf(buyer: Buyer, id: string): Promise<string>;
  list(buyer: Buyer): Promise<readonly Transaction[]>;
  balanceOf(buyer: Buyer): Promise<number>;
  /** Everything that the program heard so far has been judged. */
  barrier(): Promise<void>;
  close(): Promise<void>;
};

const JUDGED_WITHIN_MS = 120_000;
/** Not heard: no answer, too many, or an outage. */
const UNHEARD = new Set([0, 429, 503]);
const TRIES_MAX = 60;
const TRY_AGAIN_MS = 1_000;
const POLL_MS = 50;
const JOB_POLL_MS = 25;
const QUERY_INTERVAL_MS = 30_000;
const GERMANY = 276;
const SESSION_ENDED = 401;
let buyers = 0;

export async function startSandboxes(findUrl: () => string): Promise<Sandboxes> {
  const optionsOf = (name: ProviderName) => ({
    webhookUrl: () => `${findUrl()}/api/transaction/update/${name}`,
  });
  const { paymaxisKey, paymaxisSigningKey, ipaytotalKey, ikajoPassword, paywaySecret } = SECRETS;
  return {
    paymaxis: await serveSandbox(
      (o) => createPaymaxisSandbox({ ...o, key: paymaxisKey, signingKey: paymaxisSigningKey }),
      optionsOf('paymaxis'),
    ),
    ipaytotal: await serveSandbox(
      (o) => createIpaytotalSandbox({ ...o, key: ipaytotalKey }),
      optionsOf('ipaytotal'),
    ),
    ikajo: await serveSandbox(
      (o) => createIkajoSandbox({ ...o, key: 'ikajo-client', password: ikajoPassword }),
      optionsOf('ikajo'),
    ),
    payway: await serveSandbox(
      (o) => createPaywaySandbox({ ...o, shopId: 'SHOP0001', secret: paywaySecret }),
      optionsOf('payway'),
    ),
  };
}

export function environmentOf(sandboxes: Sandboxes): Readonly<Record<string, string>> {
  return {
    PAYMENTS: 'live',
    PAYMENTS_TEST: 'on',
    PAYMAXIS_KEY: SECRETS.paymaxisKey,
    PAYMAXIS_SIGNING_KEY: SECRETS.paymaxisSigningKey,
    PAYMAXIS_URL: sandboxes.paymaxis.url,
    IPAYTOTAL_KEY: SECRETS.ipaytotalKey,
    IPAYTOTAL_URL: sandboxes.ipaytotal.url,
    IKAJO_KEY: 'ikajo-client',
    IKAJO_PASSWORD: SECRETS.ikajoPassword,
    IKAJO_URL: `${sandboxes.ikajo.url}/payment/auth`,
    IKAJO_STATUS_URL: `${sandboxes.ikajo.url}/post`,
    PAYWAY_SHOP: 'SHOP0001',
    PAYWAY_SECRET: SECRETS.paywaySecret,
    PAYWAY_URL: `${sandboxes.payway.url}/services/payment/api/authorize-form`,
    PAYWAY_PROVEN: 'on',
  };
}

export async function openShop(
  database: TestDatabase,
  settings: Readonly<Record<string, string>> = {},
  judgedWithinMs = JUDGED_WITHIN_MS,
): Promise<Shop> {
  const address = { url: '' };
  const sandboxes = await startSandboxes(() => address.url);
  const environment = { ...environmentOf(sandboxes), ...settings };
  const running = await startServer({ database, environment, jobPollMs: JOB_POLL_MS });
  address.url = running.url;
  const server = (): TestServer => running;
  const calls = createCalls(server, sandboxes);
  let watcher: Buyer | undefined;
  return {
    ...calls,
    server,
    sandboxes,
    environment,
    barrier: async () => {
      watcher ??= await calls.buyer();
      const { paymaxis } = sandboxes;
      const id = await calls.start(watcher, 'paymaxis');
      paymaxis.approve(id);
      await calls.insist(calls.messageOf('paymaxis', id));
      const deadlineMs = Date.now() + judgedWithinMs;
      while ((await calls.statusOf(watcher, id)) !== 'Approved') {
        if (Date.now() > deadlineMs) throw new Error('what was heard is not judged in time');
        await pause(POLL_MS);
      }
      // Messages about one payment wait for one query, which is due in half a minute at most.
      while (await isQueryWaiting(running)) {
        if (Date.now() > deadlineMs) throw new Error('what was heard is not asked after in time');
        running.advance(QUERY_INTERVAL_MS);
        await pause(POLL_MS);
      }
    },
    close: async () => {
      await server().stop();
      await Promise.all(Object.values(sandboxes).map((sandbox) => sandbox.close()));
    },
  };
}

type Calls = Omit<Shop, 'server' | 'sandboxes' | 'environment' | 'barrier' | 'close'>;

function createCalls(server: () => TestServer, sandboxes: Sandboxes): Calls {
  const post = async <Data>(buyer: Buyer, path: string, body: object): Promise<Data> => {
    const { token } = buyer;
    const reply = await untilHeard(() => server().post<Data>(path, body, { token }));
    if (reply.status !== SESSION_ENDED) return dataOf(reply.envelope);
    await signIn(server(), buyer);
    return await post(buyer, path, body);
  };
  const deliver: Calls['deliver'] = async (message) =>
    await sandboxes.paymaxis.webhooks.deliver(message);
  const create: Calls['create'] = async (buyer, provider, euros = 250) => {
    const body = { amount: euros, method: 1, provider };
    const path = '/api/transactions/create';
    return (await post<{ transaction_id: string }>(buyer, path, body)).transaction_id;
  };
  const send: Calls['send'] = async (buyer, provider, id) =>
    await post<PaymentStep>(buyer, `/api/transaction/send/${provider}`, { transaction_id: id });
  const list: Calls['list'] = async (buyer) => {
    const path = `/api/transactions/get/${buyer.token}`;
    const reply = await untilHeard(() => server().get<Transaction[]>(path));
    if (reply.status !== SESSION_ENDED) return dataOf(reply.envelope);
    await signIn(server(), buyer);
    return await list(buyer);
  };
  return {
    create,
    send,
    list,
    buyer: async () => await createBuyer(server()),
    start: async (buyer, provider, euros) => {
      const id = await create(buyer, provider, euros);
      const step = await send(buyer, provider, id);
      if (step.type === 'form') {
        const body = new URLSearchParams(step.fields);
        await (await fetch(step.action, { method: 'POST', body, redirect: 'manual' })).text();
      }
      return id;
    },
    messageOf: (provider, orderRef) => {
      if (provider === 'payway') return resultOf(sandboxes.payway, orderRef);
      const found = sandboxes[provider].webhooks.all.findLast((one) => one.orderRef === orderRef);
      if (found === undefined) throw new Error(`${provider} told nothing of ${orderRef}`);
      return found;
    },
    deliver,
    insist: async (message) => {
      const { status } = await untilHeard(() => deliver(message));
      if (UNHEARD.has(status)) throw new Error(`a message was never heard: ${status}`);
    },
    statusOf: async (buyer, id) =>
      (await list(buyer)).find((one) => one.transaction_id === id)?.transaction_status ?? 'none',
    balanceOf: async (buyer) =>
      (await post<BalanceData>(buyer, '/api/accounts/getBalance', {})).balance,
  };
}

/** Bounded; the last reply stands, whatever it is. */
async function untilHeard<Reply extends { readonly status: number }>(
  ask: () => Promise<Reply>,
): Promise<Reply> {
  let reply = await ask();
  for (let tries = 1; UNHEARD.has(reply.status) && tries < TRIES_MAX; tries += 1) {
    await pause(TRY_AGAIN_MS);
    reply = await ask();
  }
  return reply;
}

async function isQueryWaiting(server: TestServer): Promise<boolean> {
  const waiting = await server.query('select 1 from payment_queries where requested > 0 limit 1');
  return waiting.length > 0;
}

async function pause(durationMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, durationMs));
}

/** What the browser brings of a PayWay payment, as a message. */
function resultOf(payway: PaymentSandbox & PaywaySandbox, orderRef: string): Webhook {
  const { url, fields } = payway.resultOf(orderRef);
  return {
    orderRef,
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  };
}

async function signIn(server: TestServer, buyer: Buyer): Promise<void> {
  const credentials = { email: buyer.email, password: SIGN_UP.password };
  const reply = await untilHeard(() => server.post<Session>('/api/accounts/login', credentials));
  buyer.token = dataOf(reply.envelope).access_token;
}

async function createBuyer(server: TestServer): Promise<Buyer> {
  buyers += 1;
  const email = `buyer-${buyers}@example.com`;
  const session: Session = await signUp(server, email);
  const token = session.access_token;
  const { first_name, last_name, phone } = SIGN_UP;
  const profile = {
    first_name,
    last_name,
    phone,
    email,
    birth_date: '1990-01-31',
    country_id: GERMANY,
    state: 'Berlin',
    city: 'Berlin',
    street: 'Beispielstraße 1',
    zip_code: '10115',
  };
  dataOf((await server.post('/api/accounts/update', profile, { token })).envelope);
  const { code, printed } = await server.operator('customer', 'verify', email);
  if (code !== 0) throw new Error(printed.join('\n'));
  return { token, email };
}
