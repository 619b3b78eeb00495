// The live edge on a server of its own, with two namespaces whose events a test can watch.
import { setTimeout as sleep } from 'node:timers/promises';

import { io, type Socket } from 'socket.io-client';
import * as z from 'zod/mini';

import { createFindIp, createOriginCheck, ok, refused } from '#platform/http/http.ts';
import {
  createLive,
  LIVE_LIMITS,
  onEvent,
  type Channel,
  type Live,
  type LiveLimits,
  type Peer,
} from '#platform/live/live.ts';
import { Outage } from '#platform/outage/outage.ts';
import { ErrorEnvelope } from './envelope.ts';
import { createTestLog, findTestCaller, startTestHttp, type TestHttp } from './http-server.ts';

type ToServer = {
  echo(message: unknown, acknowledge?: (envelope: unknown) => void): void;
  order(message: unknown, acknowledge?: (envelope: unknown) => void): void;
  join(message: unknown): void;
  bug(): void;
  outage(): void;
  slow(): void;
};
export type ToClient = { news(text: string): void };

export const SLOW_MS = 300;
const Echo = z.strictObject({ text: z.string(), requestId: z.optional(z.string()) });
const Nothing = z.nullish(z.strictObject({}));

/** What the handlers saw and what a test changes under them. */
export type Observed = {
  peers: Peer<ToClient>[];
  endedSessions: string[];
  deadTokens: string[];
  uses: { token: string; isBackground: boolean }[];
  effects: number;
  logLines: string[];
};

export type LiveServer = {
  readonly http: TestHttp;
  readonly live: Live;
  readonly customers: Channel<ToClient>;
  readonly visitors: Channel<ToClient>;
  readonly observed: Observed;
  open(namespace: string, options?: object): Socket;
  connected(namespace: string, options?: object): Promise<Socket>;
  customer(id?: number): Promise<Socket>;
  /** The message of the refusal to connect, and the code of its envelope. */
  connectCode(namespace: string, options: object): Promise<string[]>;
  close(): Promise<void>;
};

export async function startLiveServer(limits: Partial<LiveLimits> = {}): Promise<LiveServer> {
  const observed: Observed = {
    peers: [],
    endedSessions: [],
    deadTokens: [],
    uses: [],
    effects: 0,
    logLines: [],
  };
  const http = await startTestHttp({ routes: [] }, { isListening: false });
  const live = createLive({
    findCaller: async (token, isBackground) => {
      observed.uses.push({ token, isBackground });
      if (token === 'customer-503') throw new Outage('database', 'gone');
      return observed.deadTokens.includes(token) ? undefined : findTestCaller(token, isBackground);
    },
    findEndedSessions: async (ids) => ids.filter((id) => observed.endedSessions.includes(id)),
    isOriginAllowed: createOriginCheck({ publicUrl: undefined, host: '127.0.0.1' }),
    // The test speaks for every proxy.
    findIp: createFindIp(['127.0.0.1']),
    limits: { ...LIVE_LIMITS, ...limits },
    clock: { nowMs: () => Date.now() },
    log: createTestLog(observed.logLines),
  });
  const events = createEvents(observed);
  const customers = live.namespace<ToServer, ToClient>({
    name: '/customers',
    access: 'customer',
    events,
    onConnect: (peer) => observed.peers.push(peer),
    onDisconnect: (peer) => {
      observed.peers = observed.peers.filter((one) => one !== peer);
    },
  });
  const visitors = live.namespace<ToServer, ToClient>({
    name: '/visitors',
    access: 'public',
    events,
  });
  live.attach(http.http.server);
  await http.listen();
  const sockets: Socket[] = [];
  const open = (namespace: string, options: object = {}): Socket => {
    const socket = io(http.url + namespace, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      ...options,
    });
    sockets.push(socket);
    return socket;
  };
  const connected = (namespace: string, options: object = {}): Promise<Socket> =>
    whenConnected(open(namespace, options));
  return {
    http,
    live,
    customers,
    visitors,
    observed,
    open,
    connected,
    customer: (id = 7) => connected('/customers', { auth: { token: `customer-${id}` } }),
    connectCode: (namespace, options) => whenRefused(open(namespace, options)),
    close: async () => {
      for (const socket of sockets) socket.disconnect();
      await live.close();
      await http.http.close();
    },
  };
}

export async function ask(socket: Socket, ...event: [string, ...unknown[]]): Promise<unknown> {
  return socket.timeout(3000).emitWithAck(...event);
}

export async function codeOf(socket: Socket, ...event: [string, ...unknown[]]): Promise<string> {
  return ErrorEnvelope.parse(await ask(socket, ...event)).code;
}

export async function whenDisconnected(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.once('disconnect', resolve));
}

async function whenConnected(socket: Socket): Promise<Socket> {
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
  });
  return socket;
}

async function whenRefused(socket: Socket): Promise<string[]> {
  return new Promise((resolve, reject) => {
    socket.on('connect', () => reject(new Error('it was let in')));
    socket.on('connect_error', (error: Error & { data?: unknown }) => {
      const envelope = ErrorEnvelope.safeParse(error.data);
      resolve([error.message, envelope.success ? envelope.data.code : 'no envelope']);
    });
  });
}

function createEvents(observed: Observed) {
  return {
    echo: onEvent<typeof Echo, ToClient>({
      schema: Echo,
      isUse: false,
      handle: async ({ message, requestId }) => {
        observed.effects += 1;
        return ok({ text: message.text, requestId });
      },
    }),
    order: onEvent<typeof Echo, ToClient>({
      schema: Echo,
      isUse: true,
      handle: async () => {
        observed.effects += 1;
        return refused({ code: 'price-moved', facts: { price: 1.5 } });
      },
    }),
    join: onEvent<typeof Nothing, ToClient>({
      schema: Nothing,
      isUse: false,
      handle: async ({ peer }) => {
        peer.join('readers');
        return ok({});
      },
    }),
    bug: onEvent<typeof Nothing, ToClient>({
      schema: Nothing,
      isUse: false,
      handle: async () => {
        throw new Error('secret detail of a bug');
      },
    }),
    outage: onEvent<typeof Nothing, ToClient>({
      schema: Nothing,
      isUse: false,
      handle: async () => {
        throw new Outage('database', 'secret detail of an outage');
      },
    }),
    slow: onEvent<typeof Nothing, ToClient>({
      schema: Nothing,
      isUse: false,
      handle: async () => {
        await sleep(SLOW_MS);
        observed.effects += 1;
        return ok({});
      },
    }),
  };
}
