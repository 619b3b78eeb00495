// Calls watchlists, keys and missed frames; the test runs it and its Python twin. It answers each line,
// which names the key to revoke, with a line of JSON.
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, Halyard, type Frame } from '../src/halyard.ts';

const ATTEMPTS_MAX = 40;
const PAUSE_MS = 100;

const { HALYARD_URL: url = '', HALYARD_KEY: key = '' } = process.env;
const halyard = new Halyard({ url, key });
process.stdout.write('{"ready":true}\n');
for await (const line of createInterface({ input: process.stdin })) {
  const { spareKey } = JSON.parse(line) as { readonly spareKey: string };
  const answer = {
    watchlists: await callWatchlists(),
    keys: await callKeys(spareKey),
    frames: await callFrames(),
  };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
halyard.close();

async function callWatchlists(): Promise<object> {
  const created = await halyard.createWatchlist({ name: 'Coins', symbols: ['BTCUSD'] });
  const changed = await halyard.updateWatchlist(created.id, { symbols: ['ETHUSD', 'BTCUSD'] });
  const favourites = await halyard.updateWatchlist('favourites', { symbols: ['ETHUSD'] });
  const read = await halyard.getWatchlist(created.id);
  const listed = (await halyard.listWatchlists()).data.map(({ name }) => name);
  await halyard.deleteWatchlist(created.id);
  const error = await halyard.getWatchlist(created.id).catch((thrown: unknown) => thrown);
  return {
    created: [created.name, created.symbols],
    changed: changed.symbols,
    favourites: favourites.symbols,
    isRead: read.id === created.id && read.symbols[0] === 'ETHUSD',
    listed,
    deleted: error instanceof ApiError ? error.code : null,
  };
}

async function callKeys(spareKey: string): Promise<object> {
  const listNames = async (): Promise<string[]> =>
    (await halyard.listKeys()).data.map(({ name }) => name);
  const before = await listNames();
  await halyard.revokeKey(spareKey);
  return { before, after: await listNames() };
}

async function callFrames(): Promise<object> {
  const account = (await halyard.listAccounts()).data[0]?.id ?? '';
  const channel = `account:${account}`;
  const [first] = (await halyard.listFrames({ channel })).data;
  const last = { channel, stream: first?.stream ?? '', since: String(first?.seq) };
  const none = (await halyard.listFrames(last)).data;
  await halyard.createOrder(account, {
    type: 'limit',
    client_order_id: 'missed',
    symbol: 'BTCUSD',
    side: 'buy',
    margin: '20',
    leverage: 2,
    price: '39000',
    time_in_force: 'gtc',
  });
  let missed: readonly Frame[] = [];
  for (let attempt = 0; attempt < ATTEMPTS_MAX && missed.length === 0; attempt += 1) {
    await sleep(PAUSE_MS);
    missed = (await halyard.listFrames(last)).data;
  }
  const isNext = missed[0]?.seq === (first?.seq ?? 0) + 1;
  return { first: first?.type, none: none.length, missed: missed[0]?.type, isNext };
}
