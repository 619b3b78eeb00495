// Customers at an edge, each with a socket for prices and one for the account, for `npm run bench --
// edges`: what they cost the edge's processor, and how many bytes NATS carries with and without them. It
// is forked with the number of customers and the seconds.
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { POSITIONS_NAMESPACE, PRICES_NAMESPACE } from '@halyard/contract/live';
import { io, type Socket } from 'socket.io-client';
import { findFreePort } from '../support/test-cluster.ts';
import { shareSecrets } from '../support/share-secrets.ts';
import { startBenchProgram } from './bench-program.ts';
import { isAbsent } from './bench-database.ts';

const SYMBOLS = ['BTCUSD', 'ETHUSD'] as const;
const SETTLE_MS = 3_000;
const AT_ONCE = 50;

type Nats = { readonly url: string; readonly process: ChildProcess; readBytes(): Promise<number> };

/** A server of its own, which counts its bytes. */
async function startNats(): Promise<Nats> {
  const [port, monitor] = [await findFreePort(), await findFreePort()];
  const words = ['-a', '127.0.0.1', '-p', String(port), '-m', String(monitor)];
  const process = spawn('nats-server', words, { stdio: 'ignore' });
  await once(process, 'spawn');
  return {
    url: `nats://127.0.0.1:${port}`,
    process,
    readBytes: async () => {
      const response = await fetch(`http://127.0.0.1:${monitor}/varz`);
      const { in_bytes: received, out_bytes: sent } = (await response.json()) as {
        readonly in_bytes: number;
        readonly out_bytes: number;
      };
      return received + sent;
    },
  };
}

async function connect(address: string, token?: string): Promise<Socket> {
  const auth = token === undefined ? {} : { auth: { token } };
  const socket = io(address, { transports: ['websocket'], forceNew: true, ...auth });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}

async function connectAll(url: string, tokens: readonly string[]): Promise<readonly Socket[]> {
  const sockets: Socket[] = [];
  for (let from = 0; from < tokens.length; from += AT_ONCE) {
    const some = tokens.slice(from, from + AT_ONCE).map(async (token) => {
      const prices = await connect(`${url}${PRICES_NAMESPACE}`);
      prices.emit('subscribe', { symbols: SYMBOLS });
      return [prices, await connect(`${url}${POSITIONS_NAMESPACE}`, token)];
    });
    sockets.push(...(await Promise.all(some)).flat());
  }
  return sockets;
}

async function main(customers: number, seconds: number): Promise<void> {
  const nats = await startNats();
  const folder = mkdtempSync(join(tmpdir(), 'halyard-bench-edge-'));
  const program = await startBenchProgram({
    customers,
    positionsEach: 0,
    openPoints: { BTCUSD: 1 },
    environment: { ROLES: 'engine,market,jobs', NATS_URL: nats.url, FEED: 'crypto=simulator' },
  });
  const settings = { ...program.shared, ROLES: 'edge', DATA_DIR: folder };
  shareSecrets(program.shared['DATA_DIR'] ?? '', folder);
  const edge = fork(new URL('./edge-program.ts', import.meta.url), [JSON.stringify(settings)]);
  const [{ url }] = (await once(edge, 'message')) as [{ readonly url: string }];
  const measure = async (): Promise<{ bytes: number; processorMs: number }> => {
    const processorMs = async (): Promise<number> => {
      const answer = once(edge, 'message') as Promise<[{ readonly processorMs: number }]>;
      edge.send({ kind: 'ask' });
      return (await answer)[0].processorMs;
    };
    await sleep(SETTLE_MS);
    const [bytes, used] = [await nats.readBytes(), await processorMs()];
    await sleep(seconds * 1_000);
    return {
      bytes: ((await nats.readBytes()) - bytes) / seconds,
      processorMs: ((await processorMs()) - used) / seconds,
    };
  };
  const alone = await measure();
  const sockets = await connectAll(url, program.tokens);
  let heard = 0;
  for (const socket of sockets) socket.on('price', () => (heard += 1));
  const withSockets = await measure();
  const heardPerSecond = heard / (seconds + SETTLE_MS / 1_000);
  for (const socket of sockets) socket.disconnect();
  process.send?.({
    kind: 'measured',
    figures: { sockets: sockets.length, heardPerSecond, alone, withSockets },
  });
  edge.disconnect();
  await once(edge, 'exit');
  await program.stop();
  nats.process.kill();
  rmSync(folder, { recursive: true, force: true });
}

try {
  await main(Number(process.argv[2]), Number(process.argv[3]));
} catch (error) {
  // Without PostgreSQL or the server of NATS.
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  if (!isAbsent(error) && !isMissing) throw error;
  process.send?.({ kind: 'absent' });
}
process.disconnect();
