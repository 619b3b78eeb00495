// The first customer of an installation: signs up, confirms the email, completes the profile, sends
// two documents, announces a deposit.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAYMENT_METHOD_IDS } from '@halyard/contract/transactions';
import { image } from '../documents/sample-files.ts';
import { eventually } from '../support/eventually.ts';

const CONFIRMATION = /\/email\/confirm\/([\w-]+)/;
const SOFT_LINE_BREAK = /=\r?\n/g;
const PROFILE = {
  first_name: 'First',
  last_name: 'Customer',
  phone: '+493023125123',
  birth_date: '1990-12-31',
  country_id: 276,
  state: 'Berlin',
  city: 'Berlin',
  street: 'Hauptstraße 1',
  zip_code: '10115',
} as const;

export type FirstCustomer = {
  readonly email: string;
  readonly password: string;
  readonly token: string;
};

type Place = { readonly url: string; readonly dataDir: string };

/** Leaves a customer with a complete profile and two documents that wait for staff. */
export async function signUpFirst({ url, dataDir }: Place, email: string): Promise<FirstCustomer> {
  const password = 'one long passphrase 71';
  const { first_name, last_name, phone } = PROFILE;
  const session = await post<{ access_token: string }>(url, '/api/accounts/register', {
    body: { first_name, last_name, phone, email, password, agree: true },
  });
  const token = session.access_token;
  let code = '';
  await eventually(() => void (code = findConfirmation(join(dataDir, 'outbox'))));
  await post(url, '/api/accounts/confirmEmail', { body: { code } });
  await post(url, '/api/accounts/update', { body: { ...PROFILE, email }, token });
  for (const type of ['passport', 'address']) {
    const body = new FormData();
    body.append('files', image());
    body.append('type', type);
    const headers = { authorization: `Bearer ${token}` };
    const reply = await fetch(`${url}/api/accounts/upload`, { method: 'POST', headers, body });
    if (!reply.ok) throw new Error(`upload: ${reply.status}`);
  }
  return { email, password, token };
}

/** Returns the number of the deposit that the operator confirms. */
export async function announceTransfer(
  url: string,
  { token }: FirstCustomer,
  euros: number,
): Promise<string> {
  const body = { amount: euros, method: PAYMENT_METHOD_IDS.bank };
  const path = '/api/transactions/create';
  return (await post<{ transaction_id: string }>(url, path, { body, token })).transaction_id;
}

/** Reads the code from the mail, which is a file while there is no mail server. */
function findConfirmation(outbox: string): string {
  for (const name of readdirSync(outbox)) {
    const mail = readFileSync(join(outbox, name), 'utf8').replaceAll(SOFT_LINE_BREAK, '');
    const [, code] = CONFIRMATION.exec(mail) ?? [];
    if (code !== undefined) return code;
  }
  throw new Error('no mail with a confirmation');
}

async function post<T>(
  url: string,
  path: string,
  { body, token }: { readonly body: object; readonly token?: string },
): Promise<T> {
  const reply = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const { status, data, message } = (await reply.json()) as {
    readonly status: string;
    readonly data: T;
    readonly message?: string;
  };
  if (status !== 'success') throw new Error(`${path}: ${message ?? reply.status}`);
  return data;
}
