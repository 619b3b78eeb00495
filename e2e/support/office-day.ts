// The work of an ordinary day in the back office: customers in every state, pending deposits and
// withdrawals, documents, messages, open positions and entry orders.
import type { Browser } from '@playwright/test';
import { type Customer, openAccount, post, saveProfile } from './customer.ts';
import type { Halyard } from './halyard.ts';
import { picture } from './files.ts';
import { openAsCustomer } from '../backoffice/office.ts';
import { openPosition, type Order } from './platform.ts';

type Person = readonly [first: string, last: string, city: string, zip: string, birth: string];

const PEOPLE = [
  ['Anna', 'Bergmann', 'Hamburg', '20095', '1984-03-12'],
  ['Björn', 'Castellanos', 'München', '80331', '1979-11-02'],
  ['Chiara', 'De Luca', 'Köln', '50667', '1991-07-30'],
  ['David', 'Eriksson', 'Frankfurt am Main', '60311', '1988-01-17'],
  ['Elena', 'Fischer-Hohenstein', 'Stuttgart', '70173', '1995-05-09'],
  ['Farid', 'Ghorbani', 'Leipzig', '04109', '1986-09-24'],
  ['Greta', 'Holm', 'Bremen', '28195', '1993-12-05'],
  ['Hugo', 'Ivanov', 'Dresden', '01067', '1982-08-15'],
] as const satisfies readonly Person[];
const VERIFIED = ['Anna', 'Björn', 'Chiara', 'David'] as const;
const USUAL = ['BTCUSD', { side: 'Buy', amount: '2500', leverage: '2×' }] as const;
type Name = (typeof PEOPLE)[number][0];
export type OfficeDay = Readonly<Record<Name, Customer>>;

/** Positions that the traders open, in markets that never close. */
const POSITIONS: readonly (readonly [Name, string, Order])[] = [
  ['Anna', 'BTCUSD', { side: 'Buy', amount: '2500', leverage: '2×' }],
  ['Anna', 'ETHUSD', { side: 'Sell', amount: '1800', leverage: '2×' }],
  ['Björn', 'ETHUSD', { side: 'Buy', amount: '4200', leverage: '2×' }],
  ['Björn', 'SOLUSD', { side: 'Buy', amount: '900', leverage: '1×' }],
  ['Chiara', 'XRPUSD', { side: 'Sell', amount: '1250', leverage: '2×' }],
  ['Chiara', 'BTCUSD', { side: 'Sell', amount: '600', leverage: '2×' }],
];

/** The payment method for bank transfers. */
const BANK = 2;

const MESSAGES = [
  ['Kim', 'How do I change the bank account that withdrawals are paid to?'],
  ['Lou', 'The confirmation mail did not arrive. Can you send it again?'],
  ['Max', 'Which documents do you accept as a proof of address?'],
] as const;

/** The customers: the first four are verified and have money, the others have a profile only. */
export async function openPeople({ url, operate }: Halyard): Promise<OfficeDay> {
  const opened: [Name, Customer][] = [];
  for (const [first_name, last_name, city, zip_code, birth_date] of PEOPLE) {
    const customer = await openAccount(url);
    await saveProfile(url, customer, { first_name, last_name, city, zip_code, birth_date });
    opened.push([first_name, customer]);
  }
  const people = Object.fromEntries(opened) as OfficeDay;
  for (const name of VERIFIED) {
    const { email } = people[name];
    await operate('customer', 'verify', email);
    await operate('customer', 'confirm-email', email);
    await operate('credit', email, '14250.00', 'Opening deposit by bank transfer');
  }
  return people;
}

/** A picture to upload as a document. */
export async function takePicture(browser: Browser, url: string, { token }: Customer) {
  const page = await openAsCustomer(browser, url, token);
  await page.goto('/');
  const { buffer } = await picture(page, 'document.jpg');
  await page.context().close();
  return buffer;
}

/** Opens a position on the customer's trading screen. */
export async function openPositionOf(
  browser: Browser,
  url: string,
  {
    token,
    position: [symbol, order] = USUAL,
  }: Pick<Customer, 'token'> & { readonly position?: readonly [string, Order] },
): Promise<void> {
  const page = await openAsCustomer(browser, url, token);
  await page.goto(`/platform/${symbol}`);
  await openPosition(page, order, symbol);
  await page.context().close();
}

/** Uploads a picture as a document through the API. */
export async function sendDocument(
  url: string,
  { token }: Customer,
  file: { readonly type: 'passport' | 'address'; readonly jpeg: Buffer },
): Promise<void> {
  const form = new FormData();
  form.set('token', token);
  form.set('type', file.type);
  form.set('files', new Blob([new Uint8Array(file.jpeg)], { type: 'image/jpeg' }), 'file.jpg');
  const response = await fetch(`${url}/api/accounts/upload`, { method: 'POST', body: form });
  if (!response.ok) throw new Error(`upload: ${response.status} ${await response.text()}`);
}

/** Announces a bank transfer, or with a negative amount requests a payout; returns its id. */
export async function requestMoney(
  url: string,
  { token }: Customer,
  amount: number,
): Promise<string> {
  const { transaction_id: id } = await post<{ transaction_id: string }>(
    url,
    'transactions/create',
    amount < 0
      ? { token, amount, method: 'withdraw', comments: 'DE02 1203 0000 0000 2020 51' }
      : { token, amount, method: BANK },
  );
  return id;
}

/** Places a limit order far below the market, which waits. */
export async function placeOrder(url: string, { token }: Customer, symbol: string): Promise<void> {
  await post(url, 'accounts/orders/place', {
    token,
    kind: 'limit',
    direction: 'buy',
    symbol,
    amount: 500,
    leverage: 1,
    price: 10_000,
    expiry: 'gtc',
  });
}

export async function sendMessage(url: string, name: string, message: string): Promise<void> {
  await post(url, 'contact', {
    first_name: name,
    last_name: 'Visitor',
    email: `${name.toLowerCase()}@example.com`,
    phone: '+493023125000',
    message,
  });
}

/** Creates all of this; takes about a minute. */
export async function beginDay(halyard: Halyard, browser: Browser): Promise<OfficeDay> {
  const { url, operate } = halyard;
  const day = await openPeople(halyard);
  for (const [name, ...position] of POSITIONS) {
    await openPositionOf(browser, url, { ...day[name], position });
  }
  const jpeg = await takePicture(browser, url, day.Elena);
  for (const name of ['Elena', 'Farid', 'Greta'] as const) {
    await sendDocument(url, day[name], { type: 'passport', jpeg });
  }
  await sendDocument(url, day.Elena, { type: 'address', jpeg });
  await requestMoney(url, day.Anna, -6_400);
  await requestMoney(url, day.Björn, -380);
  await requestMoney(url, day.David, -7_250.5);
  await requestMoney(url, day.Farid, 1_500);
  await requestMoney(url, day.David, 12_000);
  await requestMoney(url, day.Hugo, 1_249.99);
  await placeOrder(url, day.David, 'BTCUSD');
  for (const [name, message] of MESSAGES) await sendMessage(url, name, message);
  await operate('halt', 'DOTUSD', 'The source is in doubt');
  return day;
}
