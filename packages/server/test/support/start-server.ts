// The whole program in this process, on a database and a folder of its own, with time that a test
// can move.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Session } from '@halyard/contract/accounts';
import type { Envelope } from '@halyard/contract/wire';
import { assertDeclared } from './declared-rejections.ts';
import { io, type Socket } from 'socket.io-client';
import { startApp, type App } from '#app.ts';
import { openDatabase } from '#platform/db/db.ts';
import type { Database, Row } from '#platform/db/db.ts';
import { callOperator, OPERATOR_SOCKET, type Credentials } from '#platform/operator/operator.ts';
import { createLog, type LogLevel } from '#platform/log/log.ts';
import { readSettings } from '#settings.ts';
import { IS_DIVIDED, isDivisible, startDivided } from './messages/divided-server.ts';
import { shareSecrets } from './share-secrets.ts';
import type { TestDatabase } from './test-database.ts';

/** Limits have tests of their own; here they would only stand in the way. */
const RATE = { perSecond: 1_000, burst: 10_000 };
/** The actor of what `operator` does. */
export const OPERATOR = `operator:${userInfo().username}`;
const CONNECT_WITHIN_MS = 30_000;
const ANSWER_WITHIN_MS = 30_000;

export type Reply<Data = unknown> = {
  readonly status: number;
  readonly headers: Headers;
  readonly envelope: Envelope<Data>;
};

export type Call = {
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
};

export type TestServer = {
  readonly url: string;
  /** Undefined without METRICS_PORT. */
  readonly metricsUrl: string | undefined;
  readonly dataDir: string;
  /** Everything that it logged. */
  readonly log: readonly string[];
  /** Moves its clock forward. */
  advance(durationMs: number): void;
  /** How far it was moved. */
  offsetMs(): number;
  post<Data = unknown>(path: string, body: object, call?: Call): Promise<Reply<Data>>;
  get<Data = unknown>(path: string, call?: Call): Promise<Reply<Data>>;
  /** One statement in the running program's own database. */
  query(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  operator(
    ...words: readonly string[]
  ): Promise<{ readonly code: number; readonly printed: readonly string[] }>;
  /** The same as a member of staff. */
  operatorAs(
    as: Credentials,
    ...words: readonly string[]
  ): Promise<{ readonly code: number; readonly printed: readonly string[] }>;
  /** `listen` gets the socket before it connects, so that it misses nothing. */
  connect(namespace: string, token?: string, listen?: (socket: Socket) => void): Promise<Socket>;
  stop(): Promise<void>;
};

export type StartOptions = {
  readonly database: TestDatabase;
  readonly environment?: Readonly<Record<string, string>>;
  /** Of an earlier start, so that time goes on. */
  readonly offsetMs?: number;
  readonly jobPollMs?: number;
  readonly traceSendMs?: number;
  /** Of `log`; info unless a test reads more. */
  readonly logLevel?: LogLevel;
  /**
   * A program that has the engine's lease: this one stands by, with a folder of its own and the
   * secrets of the other, and serves HTTP.
   */
  readonly beside?: TestServer;
  /** A built web app; without it that of this repository, if there is one. */
  readonly webRoot?: string;
};

/** What programs share that are one server to a test: its log and its time. */
type Shared = { readonly log: string[]; offsetMs: number };

/** Started again on the same database it has the same DATA_DIR. */
export async function startServer(options: StartOptions): Promise<TestServer> {
  const shared: Shared = { log: [], offsetMs: options.offsetMs ?? 0 };
  const start = async (own: StartOptions): Promise<TestServer> => await startProgram(own, shared);
  return IS_DIVIDED && isDivisible(options)
    ? await startDivided(options, start)
    : await start(options);
}

async function startProgram(options: StartOptions, shared: Shared): Promise<TestServer> {
  const { database, environment } = options;
  const dataDir =
    options.beside === undefined ? findDataDir(database) : makeDirBeside(options.beside);
  const { log } = shared;
  const read = readSettings({
    DATA_DIR: dataDir,
    PORT: '0',
    DEMO: '0',
    // Making up the prices of all markets would be half of a start; a test that trades others asks.
    FEED: 'crypto=simulator',
    LOG_LEVEL: 'info',
    // Every customer of a test signs up from here.
    SIGN_UPS_PER_HOUR: '100000',
    // Funds of tests are booked by hand.
    BOOKING_FOUR_EYES: '10000000',
    DATABASE_URL: database.url(),
    ...environment,
  });
  if (read.kind === 'invalid') throw new Error(JSON.stringify(read.problems));
  let held: Database | undefined;
  const app = await startApp(read.settings, {
    openDatabase: async (opening) => (held = await openDatabase(opening)),
    log: createLog(options.logLevel ?? 'info', { write: (line) => log.push(line) }),
    onFatal: (error) => {
      throw error;
    },
    clock: { nowMs: () => Date.now() + shared.offsetMs },
    rates: { ordinary: RATE, credential: RATE },
    ...(options.jobPollMs === undefined ? {} : { jobPollMs: options.jobPollMs }),
    ...(options.traceSendMs === undefined ? {} : { traceSendMs: options.traceSendMs }),
    ...(options.webRoot === undefined ? {} : { webRoot: options.webRoot }),
    liveLimits: {
      connectionsPerNetwork: 1_000,
      connectionsPerSubject: 100,
      events: RATE,
      handshakes: RATE,
    },
  });
  if (options.beside === undefined) await app.ready;
  // A standby that is stopped never becomes ready.
  else app.ready.catch(() => undefined);
  return {
    ...talkTo(app, dataDir),
    query: async (text, values = []) => (await held?.query(text, values)) ?? [],
    log,
    advance: (durationMs) => (shared.offsetMs += durationMs),
    offsetMs: () => shared.offsetMs,
  };
}

/** By the address of the database, or of the program beside. */
const dataDirs = new Map<string, string>();
process.on('exit', () => {
  for (const made of dataDirs.values()) rmSync(made, { recursive: true, force: true });
});

function findDataDir(database: TestDatabase): string {
  const known = dataDirs.get(database.url());
  if (known !== undefined) return known;
  const made = mkdtempSync(join(tmpdir(), 'halyard-test-'));
  dataDirs.set(database.url(), made);
  return made;
}

function makeDirBeside(other: TestServer): string {
  const made = mkdtempSync(join(tmpdir(), 'halyard-test-'));
  dataDirs.set(made, made);
  shareSecrets(other.dataDir, made);
  return made;
}

function talkTo(
  app: App,
  dataDir: string,
): Omit<TestServer, 'log' | 'query' | 'advance' | 'offsetMs'> {
  const sockets: Socket[] = [];
  return {
    url: app.url,
    metricsUrl: app.metricsUrl,
    dataDir,
    post: async (path, body, call) =>
      await request(`${app.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headersOf(call) },
        body: JSON.stringify(body),
      }),
    get: async (path, call) => await request(`${app.url}${path}`, { headers: headersOf(call) }),
    operator: async (...words) => await runOperatorCommand(dataDir, { words }),
    operatorAs: async (as, ...words) => await runOperatorCommand(dataDir, { words, as }),
    connect: async (namespace, token, listen) => {
      const socket = createSocket(`${app.url}${namespace}`, token);
      sockets.push(socket);
      listen?.(socket);
      await connected(socket);
      return socket;
    },
    stop: async () => {
      for (const socket of sockets) socket.disconnect();
      await app.stop();
    },
  };
}

async function runOperatorCommand(
  dataDir: string,
  asked: { readonly words: readonly string[]; readonly as?: Credentials },
) {
  const printed: string[] = [];
  const answer = await callOperator({
    path: join(dataDir, OPERATOR_SOCKET),
    ...asked,
    directory: dataDir,
    print: (line) => printed.push(line),
    progress: () => undefined,
    signal: new AbortController().signal,
  });
  if (answer.kind !== 'ended') throw new Error(answer.kind);
  return { code: answer.code, printed };
}

function headersOf(call: Call | undefined): Record<string, string> {
  const token = call?.token;
  return {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...call?.headers,
  };
}

async function request<Data>(url: string, init: RequestInit): Promise<Reply<Data>> {
  const response = await fetch(url, init);
  const envelope = (await response.json()) as Envelope<Data>;
  if (envelope.status === 'error') assertDeclared(init.method ?? 'GET', url, envelope.code);
  return { status: response.status, headers: response.headers, envelope };
}

function createSocket(address: string, token: string | undefined): Socket {
  return io(address, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    autoConnect: false,
    ...(token === undefined ? {} : { auth: { token } }),
  });
}

async function connected(socket: Socket): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error('no connection in time')), CONNECT_WITHIN_MS);
  socket.once('connect', resolve);
  socket.once('connect_error', reject);
  socket.connect();
  await promise.finally(() => clearTimeout(timer));
}

/** Sends an event and gives its acknowledgement. */
export async function send<Data = unknown>(
  socket: Socket,
  event: string,
  message?: unknown,
): Promise<Envelope<Data>> {
  const answer: unknown = await socket.timeout(ANSWER_WITHIN_MS).emitWithAck(event, message);
  return answer as Envelope<Data>;
}

/** The next message of this name that passes. */
export async function nextMessage<Data>(
  socket: Socket,
  event: string,
  passes: (data: Data) => boolean = () => true,
): Promise<Data> {
  const { promise, resolve, reject } = Promise.withResolvers<Data>();
  const timer = setTimeout(() => reject(new Error(`no ${event} in time`)), ANSWER_WITHIN_MS);
  const listen = (data: Data): void => {
    if (passes(data)) resolve(data);
  };
  socket.on(event, listen);
  return await promise.finally(() => {
    clearTimeout(timer);
    socket.off(event, listen);
  });
}

export function dataOf<Data>(envelope: Envelope<Data>): Data {
  if (envelope.status === 'error') throw new Error(`${envelope.code}: ${envelope.message}`);
  return envelope.data;
}

export const SIGN_UP = {
  first_name: 'Test',
  last_name: 'Customer',
  phone: '+493023125000',
  password: 'a long password',
  agree: true,
} as const;

/** A new customer with a session. */
export async function signUp(server: TestServer, email: string): Promise<Session> {
  const reply = await server.post<Session>('/api/accounts/register', { ...SIGN_UP, email });
  return dataOf(reply.envelope);
}

/** A new customer who may trade and withdraw, with so much money. */
export async function signUpTrader(
  server: TestServer,
  email: string,
  euros: string,
): Promise<Session> {
  const session = await signUp(server, email);
  for (const words of [
    ['customer', 'verify', email],
    ['customer', 'confirm-email', email],
    ['credit', email, euros, 'test funds'],
  ]) {
    const { code, printed } = await server.operator(...words);
    if (code !== 0) throw new Error(printed.join('\n'));
  }
  return session;
}
