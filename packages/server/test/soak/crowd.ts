// A crowd of customers who open and close as fast as the live feed lets them, and keep what they
// were told outside the servers, so that the servers can be held to it.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Position } from '@halyard/contract/trading';
import { callRunning } from '../support/server-process.ts';
import {
  createTradingClient,
  signUp,
  type PriceWatch,
  type TradingClient,
  watchPrices,
} from '../support/trading-client.ts';

/** Under the live feed's limit of 20 events a second for a socket. */
const ORDERS_PER_SECOND_EACH = 17;
const START_EUROS = 10_000;
const AMOUNT_EUROS = 10;
const SYMBOL = 'BTCUSD';
const OPEN_POSITIONS_MAX = 50;

type Order = {
  readonly event: string;
  readonly message: { readonly requestId: string; readonly [field: string]: unknown };
};
type Ledger = {
  /** Position id → whether its close was acknowledged, and with which profit. */
  readonly opened: Map<number, { closedProfit: number | undefined }>;
  readonly unanswered: Order[];
  acknowledged: number;
};
type Member = {
  readonly client: TradingClient;
  readonly ledger: Ledger;
  readonly direction: 'buy' | 'sell';
};

export type Load = {
  /** Acknowledged orders per second so far. */
  rate(): number;
  /** One more order of everybody at the same moment. */
  burst(): void;
  /** Takes no more orders, and waits for those that are on their way. */
  end(): Promise<void>;
};

export type Crowd = {
  connect(url: string): Promise<void>;
  disconnect(): void;
  /** All trade, with the prices that the server shows. */
  trade(url: string): Promise<Load>;
  /**
   * Throws when a server does not stand by what it acknowledged. Then sends again, with its id,
   * what was not answered: each has its one effect. Gives how many of these had been done.
   */
  demandHeld(): Promise<number>;
  /** Orders that were acknowledged so far. */
  acknowledged(): number;
};

export async function gatherCrowd(url: string, dataDir: string, size: number): Promise<Crowd> {
  const members: Member[] = [];
  for (let index = 0; index < size; index += 1) {
    const client = await makeTrader(url, dataDir, index);
    const direction = index % 2 === 0 ? 'buy' : 'sell';
    const ledger = { opened: new Map(), unanswered: [], acknowledged: 0 };
    members.push({ client, ledger, direction });
  }
  const acknowledged = (): number =>
    members.reduce((sum, { ledger }) => sum + ledger.acknowledged, 0);
  return {
    connect: async (nextUrl) => {
      for (const { client } of members) await client.connect(nextUrl);
    },
    disconnect: () => {
      for (const { client } of members) client.disconnect();
    },
    trade: (nextUrl) => startLoad(nextUrl, members, acknowledged),
    demandHeld: async () => {
      let done = 0;
      for (const { client, ledger } of members) done += await demandLedgerHeld(client, ledger);
      return done;
    },
    acknowledged,
  };
}

async function makeTrader(url: string, dataDir: string, index: number): Promise<TradingClient> {
  const credentials = { email: `trader-${index}@example.test`, password: randomUUID() };
  const session = await signUp(url, credentials);
  for (const words of [
    ['customer', 'verify', credentials.email],
    ['credit', credentials.email, String(START_EUROS), 'test funds'],
  ]) {
    await callRunning(dataDir, words);
  }
  return createTradingClient(url, session);
}

async function startLoad(
  url: string,
  members: readonly Member[],
  acknowledged: () => number,
): Promise<Load> {
  const prices = await watchPrices(url);
  while (prices.book[SYMBOL] === undefined) await sleep(20);
  const before = acknowledged();
  const running = { isOn: true };
  const startedMs = performance.now();
  const work: Promise<unknown>[] = members.map((member) => trade(member, prices, running));
  return {
    rate: () => (acknowledged() - before) / ((performance.now() - startedMs) / 1_000),
    burst: () => {
      work.push(...members.map((member) => order(member, opening(member, prices))));
    },
    end: async () => {
      running.isOn = false;
      prices.close();
      await Promise.all(work);
    },
  };
}

async function trade(
  member: Member,
  prices: PriceWatch,
  running: { readonly isOn: boolean },
): Promise<void> {
  const { opened } = member.ledger;
  while (running.isOn) {
    const position = await order(member, opening(member, prices));
    await sleep(1_000 / ORDERS_PER_SECOND_EACH);
    if (position === undefined) continue;
    opened.set(position.id, { closedProfit: undefined });
    const message = { requestId: randomUUID(), id: position.id };
    const closed = await order(member, { event: 'closePosition', message });
    if (closed !== undefined) opened.set(position.id, { closedProfit: closed.profit ?? NaN });
    await sleep(1_000 / ORDERS_PER_SECOND_EACH);
  }
}

function opening({ direction }: Member, prices: PriceWatch): Order {
  const quote = prices.book[SYMBOL];
  if (quote === undefined) throw new Error(`There is no price of ${SYMBOL}.`);
  const price = quote[direction];
  const order = { symbol: SYMBOL, direction, amount: AMOUNT_EUROS, leverage: 2, price };
  return { event: 'openPosition', message: { requestId: randomUUID(), ...order } };
}

async function order({ client, ledger }: Member, sent: Order): Promise<Position | undefined> {
  const answer = await client.send(sent.event, sent.message);
  if (answer === undefined) {
    ledger.unanswered.push(sent);
    return undefined;
  }
  if (answer.status === 'error') {
    // An outage says that nothing is known.
    if (answer.code === 'unavailable') ledger.unanswered.push(sent);
    return undefined;
  }
  ledger.acknowledged += 1;
  return (answer.data as { position: Position }).position;
}

async function demandLedgerHeld(client: TradingClient, ledger: Ledger): Promise<number> {
  const { balance, positions } = await client.balance();
  const history = await client.history();
  const open = new Map(positions.open.map((position) => [position.id, position]));
  const closed = new Map(history.map((position) => [position.id, position]));
  for (const [id, { closedProfit }] of ledger.opened) {
    if (open.has(id) === closed.has(id)) {
      throw new Error(`Position ${id} was acknowledged, and is not either open or closed.`);
    }
    const profit = closed.get(id)?.profit;
    if (closedProfit !== undefined && profit !== closedProfit) {
      throw new Error(`Position ${id} closed for ${closedProfit}, and now for ${profit}.`);
    }
  }
  const earned = history.reduce((sum, { profit }) => sum + Math.round((profit ?? NaN) * 100), 0);
  const expected = START_EUROS * 100 + earned;
  if (Math.round(balance * 100) !== expected) {
    throw new Error(`A balance is ${balance}, but by its positions ${expected / 100}.`);
  }
  const done = await settleUnanswered({ client, ledger, open, closed });
  // What was settled late stays open; an account may hold so many positions only.
  if (open.size > OPEN_POSITIONS_MAX) {
    await client.send('closeAll', { which: 'all', requestId: randomUUID() });
  }
  return done;
}

async function settleUnanswered(known: {
  readonly client: TradingClient;
  readonly ledger: Ledger;
  readonly open: ReadonlyMap<number, Position>;
  readonly closed: ReadonlyMap<number, Position>;
}): Promise<number> {
  const { client, ledger, open, closed } = known;
  let doneBefore = 0;
  for (const { event, message } of ledger.unanswered.splice(0)) {
    const answer = await client.send(event, message);
    if (answer?.status !== 'success') continue;
    const { position } = answer.data as { position: Position };
    const isOpening = event === 'openPosition';
    if (closed.has(position.id) || (isOpening && open.has(position.id))) doneBefore += 1;
    const closedProfit = isOpening ? closed.get(position.id)?.profit : position.profit;
    ledger.opened.set(position.id, { closedProfit: closedProfit ?? undefined });
  }
  return doneBefore;
}
