// A trader of the bench, who opens a position and closes it. Each order follows the reply to the
// previous one.
import type { BenchTrader, OrdersLoad } from './messages.ts';
import { HttpLine, WebSocketLine } from './lines.ts';

const MARGIN = '20';
const LEVERAGE = 2;

export type Trader = {
  /** Opens a position; returns its id. */
  open(): Promise<string>;
  closePosition(id: string): Promise<void>;
  end(): void;
};

export async function createTrader(load: OrdersLoad, trader: BenchTrader): Promise<Trader> {
  if (load.way === 'socket') return await createSocketTrader(load, trader);
  if (load.way === 'stream') return await createStreamTrader(load, trader);
  return createRestTrader(load, trader);
}

let orders = 0;
function nextId(): string {
  orders += 1;
  return `bench-${process.pid}-${orders}`;
}

function createRestTrader({ way, port, barePort, price }: OrdersLoad, trader: BenchTrader): Trader {
  const line = new HttpLine(way === 'bare' ? barePort : port, trader.key);
  const path = `/api/v1/accounts/${trader.account}`;
  return {
    open: async () => {
      const body = JSON.stringify({
        type: 'market',
        client_order_id: nextId(),
        symbol: 'BTCUSD',
        side: 'buy',
        margin: MARGIN,
        leverage: LEVERAGE,
        requested_price: price,
      });
      const answer = await line.post(`${path}/orders`, body);
      return (JSON.parse(answer) as { readonly position: { readonly id: string } }).position.id;
    },
    closePosition: async (id) => {
      await line.post(`${path}/positions/${id}/close`, '{}', nextId());
    },
    end: () => line.close(),
  };
}

async function createStreamTrader(load: OrdersLoad, trader: BenchTrader): Promise<Trader> {
  const rest = createRestTrader(load, trader);
  const url = `ws://127.0.0.1:${load.port}/api/v1/stream`;
  const line = new WebSocketLine(url, { authorization: `Bearer ${trader.key}` });
  await line.opened();
  const snapshot = line.next('"snapshot"');
  line.send(JSON.stringify({ op: 'subscribe', channel: `account:${trader.account}` }));
  await snapshot;
  return {
    open: async () => {
      const shown = line.next('"positions":[{');
      const id = await rest.open();
      await shown;
      return id;
    },
    closePosition: async (id) => {
      const shown = line.next(`"removed_position_ids":["${id}"]`);
      await rest.closePosition(id);
      await shown;
    },
    end: () => {
      rest.end();
      line.close();
    },
  };
}

/** Speaks Engine.IO 4 and Socket.IO 5 without their client library. */
async function createSocketTrader(load: OrdersLoad, trader: BenchTrader): Promise<Trader> {
  const url = `ws://127.0.0.1:${load.port}/socket.io/?EIO=4&transport=websocket`;
  const line = new WebSocketLine(url, {});
  await line.opened();
  const joined = line.next('40/positions,');
  line.send(`40/positions,${JSON.stringify({ token: trader.token })}`);
  await joined;
  let packets = 0;
  const ask = async (event: string, message: object): Promise<string> => {
    packets += 1;
    const head = `/positions,${packets}[`;
    const answered = line.next(`43${head}`);
    line.send(`42${head}${JSON.stringify([event, message]).slice(1)}`);
    const answer = await answered;
    if (!answer.includes('"status":"success"')) throw new Error(answer);
    return answer.slice(`43${head}`.length - 1);
  };
  return {
    open: async () => {
      const answer = await ask('openPosition', {
        requestId: nextId(),
        symbol: 'BTCUSD',
        direction: 'buy',
        amount: MARGIN,
        leverage: LEVERAGE,
        price: load.price,
      });
      const [envelope] = JSON.parse(answer) as [{ data: { position: { id: number } } }];
      return String(envelope.data.position.id);
    },
    closePosition: async (id) => {
      await ask('closePosition', { requestId: nextId(), id: Number(id) });
    },
    end: () => line.close(),
  };
}
