// A bot for the reconnect test: it trades and follows its account while the connection is
// interrupted. It reads one command a line, `trade` with a round or `report`, and answers each with
// a line of JSON.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ApiError, ConnectionError, Halyard } from '../src/halyard.ts';

const KEPT_MAX = 5;
const ATTEMPTS_MAX = 30;
const PAUSE_MS = 200;

const { HALYARD_URL: url = '', HALYARD_KEY: key = '' } = process.env;
const halyard = new Halyard({ url, key, timeoutMs: 1_500, silenceMs: 1_500, retriesMax: 1 });
const seen = { trades: [] as string[], ended: [] as string[], snapshots: 0 };
const kept = { positions: [] as string[], orders: [] as string[] };
/** Calls that failed with an unknown outcome and were made again with the key of the error. */
let repeated = 0;

const account = await insist(async () => (await halyard.listAccounts()).data[0]?.id ?? '');
const follower = halyard.followAccount(account);
const following = follow();
process.stdout.write('{"ready":true}\n');
for await (const line of createInterface({ input: process.stdin })) {
  const { op, round } = JSON.parse(line) as { readonly op: string; readonly round: number };
  if (op === 'trade') await trade(round);
  const { positions, orders } = follower.state;
  const report = {
    ...seen,
    repeated,
    positions: [...positions.keys()],
    orders: [...orders.values()],
  };
  if (!process.stdout.write(`${JSON.stringify(op === 'trade' ? { round } : report)}\n`)) {
    await once(process.stdout, 'drain');
  }
}
halyard.close();
await following.catch(() => undefined);

async function follow(): Promise<void> {
  for await (const event of follower) {
    if (event.type === 'snapshot') seen.snapshots += 1;
    if (event.type === 'trade') seen.trades.push(event.trade.id);
    if (event.type === 'order_ended') seen.ended.push(event.order.id);
  }
}

/** Opens a position and closes an older one, places an order and cancels an older one. */
async function trade(round: number): Promise<void> {
  const terms = { symbol: 'BTCUSD', side: 'buy', margin: '20', leverage: 2 } as const;
  const opened = await insist(async (attempt) => {
    const { data } = await halyard.listQuotes({ symbols: 'BTCUSD' });
    const order = { type: 'market', requested_price: data[0]?.ask ?? '', ...terms } as const;
    const client_order_id = `round-${round}-open-${attempt}`;
    return await certain(
      async () => await halyard.createOrder(account, { ...order, client_order_id }),
    );
  });
  if (opened.type === 'market') kept.positions.push(opened.position.id);
  const limit = { type: 'limit', price: '39000', time_in_force: 'gtc', ...terms } as const;
  const placed = await insist(async (attempt) => {
    const client_order_id = `round-${round}-limit-${attempt}`;
    return await certain(
      async () => await halyard.createOrder(account, { ...limit, client_order_id }),
    );
  });
  if (placed.type !== 'market') kept.orders.push(placed.id);
  const position = kept.positions.length > KEPT_MAX ? kept.positions.shift() : undefined;
  if (position !== undefined) {
    await insist(
      async () =>
        await certain(
          async (idempotencyKey) =>
            await halyard.closePosition(account, position, {}, { idempotencyKey }),
        ),
    );
  }
  const order = kept.orders.length > KEPT_MAX ? kept.orders.shift() : undefined;
  if (order !== undefined) await insist(async () => await halyard.cancelOrder(account, order));
}

/** Repeats a call whose outcome is unknown with the key that its error carries. */
async function certain<Reply>(call: (key?: string) => Promise<Reply>): Promise<Reply> {
  let idempotencyKey: string | undefined;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call(idempotencyKey);
    } catch (error) {
      const isUnknown =
        (error instanceof ConnectionError || error instanceof ApiError) && error.isOutcomeUnknown;
      if (!isUnknown || error.idempotencyKey === undefined || attempt === ATTEMPTS_MAX) throw error;
      ({ idempotencyKey } = error);
      repeated += 1;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

/** Retries after temporary errors: no connection, no price yet. */
async function insist<Reply>(call: (attempt: number) => Promise<Reply>): Promise<Reply> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call(attempt);
    } catch (error) {
      const isPassing =
        error instanceof ConnectionError || (error instanceof ApiError && error.problem.retryable);
      if (!isPassing || attempt === ATTEMPTS_MAX) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
