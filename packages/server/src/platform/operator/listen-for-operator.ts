import { once } from 'node:events';
import { chmod, unlink } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import type { Log } from '#platform/log/log.ts';
import { openShortAddress } from './short-address.ts';
import { createLineReader, OperatorRequest, parseLine } from './wire.ts';
import type { OperatorMessage } from './wire.ts';

const CONNECTIONS_MAX = 16;
const REQUEST_TIMEOUT_MS = 10_000;
const SOCKET_MODE = 0o600;
const FAILED = 1;

export type OperatorCall = {
  readonly words: readonly string[];
  /** Absolute: where the client was called. */
  readonly directory: string;
  /** The OS user. */
  readonly user: string;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  print(line: string): void;
  progress(text: string): void;
};

export type OperatorSocketOptions = {
  readonly path: string;
  /** Gives the exit code. */
  readonly run: (call: OperatorCall) => Promise<number>;
  readonly log: Log;
};

export type OperatorSocket = { close(): Promise<void> };

/** Opens the socket. A file that a killed server left there is replaced; a living server's is not. */
export async function listenForOperator(options: OperatorSocketOptions): Promise<OperatorSocket> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, options);
  });
  server.maxConnections = CONNECTIONS_MAX;
  const short = openShortAddress(options.path);
  try {
    await removeLeftover(short.address, options.path);
    await listen(server, short.address);
    await chmod(options.path, SOCKET_MODE);
  } finally {
    short.close();
  }
  return {
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
      // Node removes the name that it bound, which may be the short one.
      await unlink(options.path).catch(() => undefined);
    },
  };
}

async function listen(server: Server, address: string): Promise<void> {
  server.listen(address);
  await once(server, 'listening');
}

async function removeLeftover(address: string, path: string): Promise<void> {
  const probe = connect(address);
  try {
    await once(probe, 'connect');
  } catch {
    // Nobody answers: there is no file, or one that is left over.
    await unlink(path).catch(() => undefined);
    return;
  } finally {
    probe.destroy();
  }
  throw new Error(`another server answers at ${path}: each needs a DATA_DIR of its own`);
}

function serve(socket: Socket, options: OperatorSocketOptions): void {
  const aborting = new AbortController();
  const send = (message: OperatorMessage): void => {
    if (!socket.destroyed) socket.write(`${JSON.stringify(message)}\n`);
  };
  const end = (code: number): void => {
    send({ kind: 'end', code });
    socket.end();
  };
  let isAsked = false;
  const read = createLineReader((line) => {
    if (isAsked) return;
    isAsked = true;
    socket.setTimeout(0);
    const request = OperatorRequest.safeParse(parseLine(line));
    if (!request.success) {
      send({ kind: 'line', text: 'The request cannot be read: use the halyard command.' });
      end(FAILED);
      return;
    }
    const call: OperatorCall = {
      ...request.data,
      signal: aborting.signal,
      print: (text) => send({ kind: 'line', text }),
      progress: (text) => send({ kind: 'progress', text }),
    };
    void runCall(call, options).then(end);
  });
  socket.setEncoding('utf8');
  socket.setTimeout(REQUEST_TIMEOUT_MS, () => socket.destroy());
  socket.on('data', (chunk: Buffer | string) => {
    if (!read(chunk.toString())) socket.destroy();
  });
  socket.on('close', () => aborting.abort());
  socket.on('error', () => socket.destroy());
}

async function runCall(call: OperatorCall, options: OperatorSocketOptions): Promise<number> {
  try {
    return await options.run(call);
  } catch (error) {
    if (call.signal.aborted) return FAILED;
    options.log.error({ err: error, verb: call.words[0] }, 'an operator’s command failed');
    call.print(`It failed: ${error instanceof Error ? error.message : String(error)}`);
    return FAILED;
  }
}
