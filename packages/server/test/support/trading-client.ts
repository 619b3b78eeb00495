// A customer at the other end of the wire: signs up over HTTP and trades through the socket. It
// keeps what it was told, outside the server, so that a test can hold the server to it.
import { type PriceBook, POSITIONS_NAMESPACE, PRICES_NAMESPACE } from '@halyard/contract/live';
import type { Session } from '@halyard/contract/accounts';
import type { BalanceData, Position } from '@halyard/contract/trading';
import type { Envelope } from '@halyard/contract/wire';
import { io, type Socket } from 'socket.io-client';

const ACKNOWLEDGE_WITHIN_MS = 5_000;
const CONNECT_WITHIN_MS = 30_000;
const ATTEMPTS_MAX = 20;
const HISTORY_PAGE = 200;

export type TradingClient = {
  readonly session: Session;
  /** The answer, or undefined when none came: the outcome is unknown. */
  send(event: string, message: object): Promise<Envelope<unknown> | undefined>;
  connect(url: string): Promise<void>;
  disconnect(): void;
  post<Data>(path: string, body: object): Promise<Envelope<Data>>;
  balance(): Promise<BalanceData>;
  /** Every closed position, newest first. */
  history(): Promise<readonly Position[]>;
};

export type Credentials = { readonly email: string; readonly password: string };

export async function signUp(url: string, credentials: Credentials): Promise<Session> {
  return postUntilAdmitted(url, '/api/accounts/register', {
    first_name: 'Test',
    last_name: 'Customer',
    phone: '+4930123456',
    agree: true,
    ...credentials,
  });
}

export function createTradingClient(startUrl: string, session: Session): TradingClient {
  let url = startUrl;
  let socket: Socket | undefined;
  const post = <Data>(path: string, body: object): Promise<Envelope<Data>> =>
    postJson<Data>({ url, path, body, token: session.access_token });
  return {
    session,
    post,
    async connect(nextUrl) {
      url = nextUrl;
      socket?.disconnect();
      socket = createSocket(`${url}${POSITIONS_NAMESPACE}`, session.access_token);
      await connected(socket);
    },
    disconnect: () => void socket?.disconnect(),
    async send(event, message) {
      if (socket === undefined) return undefined;
      try {
        const answer: unknown = await socket
          .timeout(ACKNOWLEDGE_WITHIN_MS)
          .emitWithAck(event, message);
        return answer as Envelope<unknown>;
      } catch {
        return undefined;
      }
    },
    balance: async () => dataOf(await post<BalanceData>('/api/accounts/getBalance', {})),
    async history() {
      const closed: Position[] = [];
      for (;;) {
        const last = closed.at(-1);
        const page = dataOf(
          await post<Position[]>('/api/accounts/history', {
            limit: HISTORY_PAGE,
            ...(last === undefined ? {} : { before: last.id }),
          }),
        );
        closed.push(...page);
        if (page.length < HISTORY_PAGE) return closed;
      }
    },
  };
}

export type PriceWatch = {
  /** The newest book, merged. */
  readonly book: PriceBook;
  close(): void;
};

/** Follows the public prices, from the first book on: who orders before it is refused. */
export async function watchPrices(url: string): Promise<PriceWatch> {
  const book: Record<string, PriceBook[string]> = {};
  const socket = createSocket(`${url}${PRICES_NAMESPACE}`, undefined);
  const first = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no prices in time')), CONNECT_WITHIN_MS);
    socket.on('price', (changed: PriceBook) => {
      clearTimeout(timer);
      Object.assign(book, changed);
      resolve();
    });
  });
  await Promise.all([connected(socket), first]);
  return { book, close: () => void socket.disconnect() };
}

export function dataOf<Data>(envelope: Envelope<Data>): Data {
  if (envelope.status === 'error') throw new Error(`${envelope.code}: ${envelope.message}`);
  return envelope.data;
}

function createSocket(address: string, token: string | undefined): Socket {
  return io(address, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    ...(token === undefined ? {} : { auth: { token } }),
  });
}

async function connected(socket: Socket): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no connection in time')), CONNECT_WITHIN_MS);
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.once('connect_error', reject);
  });
}

/** Waits as told when the server says that there were too many attempts. */
async function postUntilAdmitted(url: string, path: string, body: object): Promise<Session> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const envelope = (await response.json()) as Envelope<Session>;
    if (response.status !== 429 || attempt === ATTEMPTS_MAX) return dataOf(envelope);
    const waitSeconds = Number(response.headers.get('retry-after') ?? '1');
    await new Promise((resolve) => setTimeout(resolve, waitSeconds * 1000));
  }
}

async function postJson<Data>(request: {
  readonly url: string;
  readonly path: string;
  readonly body: object;
  readonly token: string;
}): Promise<Envelope<Data>> {
  const response = await fetch(`${request.url}${request.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${request.token}` },
    body: JSON.stringify(request.body),
  });
  return (await response.json()) as Envelope<Data>;
}
