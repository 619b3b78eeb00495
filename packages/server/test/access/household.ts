// A customer who owns one of everything, so that others can be seen to get none of it.
import { createECDH, createHash, randomBytes, randomUUID } from 'node:crypto';

import { POSITIONS_NAMESPACE } from '@halyard/contract/live';
import type { Session } from '@halyard/contract/accounts';
import type { SessionKind } from '@halyard/contract/route';
import type { DataExport } from '@halyard/contract/own-data';
import { expect } from 'vitest';

import { jpeg } from '../documents/sample-files.ts';
import { createStaff } from '../support/staff.ts';
import { STILL } from '../support/staged-prices.ts';
import { eventually } from '../support/eventually.ts';
import { dataOf, send, SIGN_UP, signUpTrader, type TestServer } from '../support/start-server.ts';

export const ORDER = {
  symbol: 'BTCUSD',
  direction: 'buy',
  amount: 1_013.37,
  leverage: 2,
  price: STILL.orderBuy,
} as const;
export const ENTRY_ORDER = {
  ...ORDER,
  amount: 77.77,
  kind: 'limit',
  price: 30_000,
  expiry: 'gtc',
} as const;
const CREDIT = '60000';

export type Household = {
  readonly customerId: number;
  /** A partner of the same name. */
  readonly affiliateId: number;
  /** A member of staff without any role. */
  readonly staffId: number;
  readonly email: string;
  readonly token: string;
  readonly uniqid: string;
  readonly exportId: string;
  /** One that is open, then one that is closed. */
  readonly positions: readonly number[];
  /** Every id that is theirs, by the type that a field of the contract has. */
  readonly ids: {
    readonly number: readonly number[];
    readonly uuid: readonly string[];
    readonly transaction: readonly string[];
  };
  /** Texts that nobody else may ever be answered with. */
  readonly marks: readonly string[];
};

/** With positions, payments, documents, sessions, notifications, passkeys and a limit of their own. */
export async function settle(server: TestServer, name: string): Promise<Household> {
  const email = `${name}@household.example`;
  const { user, access_token: token } = await signUpTrader(server, email, CREDIT);
  const customerId = user.id;
  const post = async <Data>(path: string, body: object): Promise<Data> =>
    dataOf((await server.post<Data>(path, body, { token })).envelope);
  await complete(server, { customerId, name });
  const positions = await trade(server, token);
  const paid = { method: 2, amount: 300.25, comments: `from ${name}` };
  const drawn = { method: 'withdraw', amount: -77.75, comments: `to ${name}` };
  const transactions = [
    await post<{ transaction_id: string }>('/api/transactions/create', paid),
    await post<{ transaction_id: string }>('/api/transactions/create', drawn),
  ].map(({ transaction_id }) => transaction_id);
  await upload(server, token);
  await post('/api/accounts/safeguards/limit', { kind: 'loss', period: 'week', amount: 4_321.09 });
  await post('/api/accounts/priceAlerts/create', {
    symbol: 'BTCUSD',
    side: 'sell',
    rate: 12_345.67,
  });
  const apiKey = { name: `API key of ${name}`, scope: 'read', networks: [] };
  await post('/api/accounts/apiKeys/create', apiKey);
  const webhook = { url: 'https://93.184.216.34/', events: ['order.filled'] };
  await post('/api/accounts/webhooks/create', webhook);
  // The program makes its keys for messages when they are first asked for.
  await post('/api/accounts/push', {});
  await post('/api/accounts/push/save', {
    endpoint: `https://93.184.216.34/${name}`,
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  });
  await post('/api/accounts/appropriateness/begin', {});
  await server.post('/api/accounts/register', {
    ...SIGN_UP,
    first_name: `Friend of ${name}`,
    email: `friend-of-${name}@household.example`,
    ref: user.uniqid,
  });
  const exportId = await collect(server, token);
  const login = { email, password: SIGN_UP.password };
  const second = dataOf((await server.post<Session>('/api/accounts/login', login)).envelope);
  return {
    customerId,
    affiliateId: await addAffiliate(server, name),
    staffId: await addStaff(server, name),
    email,
    token,
    uniqid: user.uniqid,
    exportId,
    positions,
    ids: { ...(await idsOf(server, customerId, positions, exportId)), transaction: transactions },
    marks: [
      email,
      `Surname of ${name}`,
      `friend-of-${name}`,
      `Key of ${name}`,
      `API key of ${name}`,
      `Partner ${name}`,
      user.uniqid,
      token,
      second.access_token,
      ...transactions,
    ],
  };
}

/** Who a session of the kind is of. */
export function subjectOf(household: Household, kind: SessionKind): number {
  if (kind === 'affiliate') return household.affiliateId;
  return kind === 'staff' ? household.staffId : household.customerId;
}

async function addStaff(server: TestServer, name: string): Promise<number> {
  const email = `${name}@staff.example`;
  await createStaff(server, email, []);
  const [row] = await server.query('select id from staff where email = $1', [email]);
  return Number(row?.['id']);
}

async function addAffiliate(server: TestServer, name: string): Promise<number> {
  const email = `${name}@partner.example`;
  const made = await server.operator('affiliate', 'create', email, `Partner ${name}`, name);
  expect(made.code, made.printed.join('\n')).toBe(0);
  const [row] = await server.query(
    'update affiliates set password_expires_at = null where email = $1 returning id',
    [email],
  );
  return Number(row?.['id']);
}

async function complete(
  server: TestServer,
  { customerId, name }: { readonly customerId: number; readonly name: string },
): Promise<void> {
  await server.query(
    `update customers set last_name = $2, birth_date = '1980-02-03', country_id = 276, state = $2,
       city = $2, street = $2, zip_code = '12345' where id = $1`,
    [customerId, `Surname of ${name}`],
  );
  await server.query(
    `insert into passkeys (customer_id, credential_id, public_key, counter, name, created_at)
     values ($1, $2, '\\x00', 0, $3, now())`,
    [customerId, randomBytes(16).toString('base64url'), `Key of ${name}`],
  );
  await server.query(
    `insert into popups (title, content, audience, from_at, created_at, created_by)
     values ('All', '<p>Open to all</p>', 'all', now(), now(), 'test')`,
  );
}

/** One position that stays open, one that is closed, and two entry orders. */
async function trade(server: TestServer, token: string): Promise<readonly number[]> {
  const socket = await server.connect(POSITIONS_NAMESPACE, token);
  const ids = [];
  for (const amount of [ORDER.amount, 55.55]) {
    const answer = await send<{ position: { id: number } }>(socket, 'openPosition', {
      ...ORDER,
      amount,
    });
    ids.push(dataOf(answer).position.id);
  }
  dataOf(await send(socket, 'closePosition', { id: ids[1] }));
  for (const price of [30_000, 31_000]) {
    dataOf(await send(socket, 'placeOrder', { ...ENTRY_ORDER, price }));
  }
  socket.disconnect();
  return ids;
}

async function upload(server: TestServer, token: string): Promise<void> {
  const body = new FormData();
  body.append('type', 'passport');
  body.append('files', new File([new Uint8Array(jpeg())], 'passport.jpg', { type: 'image/jpeg' }));
  const headers = { authorization: `Bearer ${token}` };
  const sent = await fetch(`${server.url}/api/accounts/upload`, { method: 'POST', headers, body });
  expect(sent.status).toBe(200);
}

/** Everything held about them, ready to be downloaded. */
async function collect(server: TestServer, token: string): Promise<string> {
  const post = async (path: string): Promise<{ export: DataExport | null }> =>
    dataOf((await server.post<{ export: DataExport | null }>(path, {}, { token })).envelope);
  const begun = await post('/api/accounts/export/request');
  await eventually(async () => {
    const state = (await post('/api/accounts/export')).export?.state;
    expect(state).toBe('ready');
  });
  return begun.export?.id ?? expect.fail('an export was begun');
}

const TABLES_WITH_IDS = [
  'notifications',
  'passkeys',
  'documents',
  'appropriateness_attempts',
  'price_alerts',
  'api_keys',
  'webhook_endpoints',
  'push_devices',
] as const;

async function idsOf(
  server: TestServer,
  customerId: number,
  positions: readonly number[],
  exportId: string,
): Promise<Pick<Household['ids'], 'number' | 'uuid'>> {
  const read = async (table: string, column = 'customer_id'): Promise<readonly unknown[]> =>
    (
      await server.query(`select id from ${table} where ${column} = $1 order by id`, [customerId])
    ).map((row) => row['id']);
  const popups = await server.query('select id from popups');
  const owned = await Promise.all(TABLES_WITH_IDS.map((table) => read(table)));
  expect(owned.map((ids) => ids.length)).not.toContain(0);
  const numbers = [
    customerId,
    ...positions,
    ...(await read('entry_orders', 'account_id')).map(Number),
    ...owned.flatMap((ids) => ids.slice(-2).map(Number)),
    ...popups.map((row) => Number(row['id'])),
  ];
  const sessions = await read('sessions', 'subject_id');
  return { number: [...new Set(numbers)], uuid: [...sessions.map(String), exportId] };
}

/** A session of any kind that the store can hold, whether or not anything can begin one yet. */
export async function beginSession(
  server: TestServer,
  subject: { readonly kind: SessionKind; readonly id: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(token).digest('hex');
  await server.query(
    `insert into sessions (id, kind, subject_id, token_hash, assurance, created_at, last_used_at,
       expires_at, ip, network, user_agent, device, password_proved_at)
     values ($1, $2, $3, $4, 'full', now(), now(), now() + interval '12 hours', '127.0.0.1',
       '127.0.0.1', 'test', 'test', now())`,
    [randomUUID(), subject.kind, subject.id, hash],
  );
  return token;
}
