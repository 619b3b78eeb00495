// The first order of a new installation, as its demo customer. From a checkout:
// deploy/try-root.sh FOLDER node packages/server/test/soak/first-order.ts
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { io } from 'socket.io-client';

type Reply = { readonly status: string; readonly data?: unknown };

const ANSWER_WITHIN_MS = 10_000;
const url = process.env['HALYARD_URL'] ?? '';
const folder = process.env['HALYARD_DATA_DIR'] ?? '';

const { customer } = JSON.parse(readFileSync(join(folder, 'first-run.json'), 'utf8')) as {
  readonly customer: { readonly email: string; readonly password: string };
};
const login = await fetch(`${url}/api/accounts/login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: customer.email, password: customer.password }),
});
const { data } = (await login.json()) as { readonly data: { readonly access_token: string } };

/** A market order is filled at the buy price and 0.025 %. */
const FILLED_AT = 1.00025;
const reply = await fetch(`${url}/api/market/quotes`);
const { data: quotes } = (await reply.json()) as {
  readonly data: Readonly<Record<string, { readonly buy: number }>>;
};
const price = Math.round((quotes['BTCUSD']?.buy ?? Number.NaN) * FILLED_AT * 100) / 100;

const socket = io(`${url}/positions`, {
  transports: ['websocket'],
  auth: { token: data.access_token },
});
const answer = (await socket.timeout(ANSWER_WITHIN_MS).emitWithAck('openPosition', {
  symbol: 'BTCUSD',
  direction: 'buy',
  amount: 100,
  leverage: 2,
  price,
})) as Reply;
socket.close();
process.stdout.write(`${JSON.stringify(answer)}\n`);
if (answer.status !== 'success') process.exitCode = 1;
