// The clients of the API bench, in a process of their own. Each connection is kept open and has one
// request at a time; reading a reply costs as little as possible.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FromClients, Load, ToClients } from './api-messages.ts';
import { processorMs } from './machine.ts';
import { percentile } from './report.ts';

const SLICE_MS = 1;
const HEAD_END = '\r\n\r\n';

function say(message: FromClients): void {
  process.send?.(message);
}

/** A kept connection: it sends a request and reads the complete reply before the next one. */
class Connection {
  readonly #socket: Socket;
  #missing = -1;
  #head: Buffer = Buffer.alloc(0);
  #bytes = 0;
  #answered: ((bytes: number) => void) | undefined;

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('data', (data) => this.#take(data));
    this.#socket.on('error', (error) => say({ kind: 'failed', reason: String(error) }));
  }

  /** Returns the length of the reply in bytes. */
  async ask(request: string): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    this.#answered = resolve;
    this.#bytes = 0;
    this.#socket.write(request);
    return await promise;
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(data: Buffer): void {
    this.#bytes += data.length;
    if (this.#missing >= 0) {
      this.#missing -= data.length;
    } else {
      this.#head = this.#head.length === 0 ? data : Buffer.concat([this.#head, data]);
      const end = this.#head.indexOf(HEAD_END);
      if (end < 0) return;
      const head = this.#head.toString('latin1', 0, end);
      const length = /^content-length: (\d+)/im.exec(head)?.[1];
      if (!head.startsWith('HTTP/1.1 200') || length === undefined) {
        say({ kind: 'failed', reason: this.#head.toString('utf8') });
        return;
      }
      this.#missing = Number(length) - (this.#head.length - end - HEAD_END.length);
      this.#head = Buffer.alloc(0);
    }
    if (this.#missing > 0) return;
    this.#missing = -1;
    this.#answered?.(this.#bytes);
  }
}

function createRequests({ reads, tokens, port }: Load): () => string {
  let count = 0;
  return () => {
    const read = reads[count % reads.length];
    const token = tokens[count % tokens.length];
    if (read === undefined || token === undefined) throw new Error('nothing to ask');
    count += 1;
    const head = `${read.method} ${read.path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\n`;
    return read.method === 'GET'
      ? `${head}\r\n`
      : `${head}content-type: application/json\r\ncontent-length: 2\r\n\r\n{}`;
  };
}

type Tally = { readonly waitsMs: number[]; bytes: number };

type Run = {
  readonly load: Load;
  readonly connections: readonly Connection[];
  readonly tally: Tally;
  readonly onWarm: () => void;
};

/**
 * Counts the replies from the moment at which the server is warm and every customer has called
 * once.
 */
async function runClosely({ load, connections, tally, onWarm }: Run): Promise<void> {
  const next = createRequests(load);
  const warmMs = performance.now() + load.warmUpMs;
  let called = 0;
  let beginMs = Infinity;
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() < beginMs + load.durationMs) {
        const askedMs = performance.now();
        const bytes = await connection.ask(next());
        const nowMs = performance.now();
        called += 1;
        if (beginMs === Infinity && nowMs >= warmMs && called >= load.tokens.length) {
          beginMs = nowMs;
          onWarm();
        }
        if (nowMs <= beginMs || nowMs >= beginMs + load.durationMs) continue;
        tally.waitsMs.push(nowMs - askedMs);
        tally.bytes += bytes;
      }
    }),
  );
}

/** The wait of a request begins when it is due, and includes waiting for a free connection. */
async function runByClock({ load, connections, tally, onWarm }: Run): Promise<void> {
  const { perSecond = 1, warmUpMs, durationMs } = load;
  const next = createRequests(load);
  const free = [...connections];
  const dueMs: number[] = [];
  const running = new Set<Promise<void>>();
  const beginMs = performance.now();
  setTimeout(onWarm, warmUpMs);
  const serve = async (connection: Connection): Promise<void> => {
    for (let at = dueMs.shift(); at !== undefined; at = dueMs.shift()) {
      const bytes = await connection.ask(next());
      if (at < beginMs + warmUpMs) continue;
      tally.waitsMs.push(performance.now() - at);
      tally.bytes += bytes;
    }
    free.push(connection);
  };
  let sent = 0;
  while (performance.now() - beginMs < warmUpMs + durationMs) {
    const due = ((performance.now() - beginMs) * perSecond) / 1_000;
    for (; sent < due; sent += 1) {
      dueMs.push(beginMs + (sent * 1_000) / perSecond);
      // Uses the connections in turns, because the server closes idle ones.
      const connection = free.shift();
      if (connection === undefined) continue;
      const serving = serve(connection).finally(() => running.delete(serving));
      running.add(serving);
    }
    await sleep(SLICE_MS);
  }
  await Promise.all(running);
}

async function run(load: Load): Promise<void> {
  const connections = Array.from({ length: load.connections }, () => new Connection(load.port));
  const tally: Tally = { waitsMs: [], bytes: 0 };
  let workedMs = processorMs();
  const onWarm = (): void => {
    workedMs = processorMs();
    say({ kind: 'warm' });
  };
  const runLoad = load.perSecond === undefined ? runClosely : runByClock;
  await runLoad({ load, connections, tally, onWarm });
  const processorShare = (processorMs() - workedMs) / load.durationMs;
  for (const connection of connections) connection.close();
  const samples = Float64Array.from(tally.waitsMs);
  const at = (share: number): number => percentile(samples, share);
  const waitMs = { p50: at(0.5), p99: at(0.99), max: at(1) };
  say({
    kind: 'measured',
    answers: tally.waitsMs.length,
    bytes: tally.bytes,
    waitMs,
    processorShare,
  });
}

process.on('message', (message: ToClients) => {
  run(message.load).catch((error: unknown) => say({ kind: 'failed', reason: String(error) }));
});
process.on('disconnect', () => process.exit());
