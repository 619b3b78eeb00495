import { once } from 'node:events';
import { chmod, unlink } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import type { Log } from '#platform/log/log.ts';
import { openIdentityFiles } from './identity-files.ts';
import type { Challenge, IdentityFiles } from './identity-files.ts';
import { openShortAddress } from './short-address.ts';
import { findUserName } from './user-name.ts';
import { createLineReader, OperatorRequest, parseLine } from './wire.ts';
import type { Credentials, OperatorMessage } from './wire.ts';

const CONNECTIONS_MAX = 16;
/** The time limit for the identifying file and for the request. */
const REQUEST_TIMEOUT_MS = 10_000;
const SOCKET_MODE = 0o600;
const FAILED = 1;

export type OperatorCall = {
  readonly words: readonly string[];
  /** The client's working directory, absolute. */
  readonly directory: string;
  /** The caller's name in the operating system. */
  readonly user: string;
  /** The member of staff in whose name the command runs. */
  readonly as?: Credentials | undefined;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  print(line: string): void;
  progress(text: string): void;
};

export type OperatorSocketOptions = {
  readonly path: string;
  /** Runs the command. Returns the exit code. */
  readonly run: (call: OperatorCall) => Promise<number>;
  readonly log: Log;
};

export type OperatorSocket = { close(): Promise<void> };

/**
 * Opens the socket. A socket file that a killed server left is replaced; a living server's is not.
 */
export async function listenForOperator(options: OperatorSocketOptions): Promise<OperatorSocket> {
  const sockets = new Set<Socket>();
  const short = openShortAddress(options.path);
  let server: Server;
  try {
    await removeLeftover(short.address, options.path);
    // The files are opened only now, because callers of a living server use the folder.
    const identities = await openIdentityFiles(options.path);
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      serve(socket, { ...options, identities });
    });
    server.maxConnections = CONNECTIONS_MAX;
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
      // The socket is removed explicitly: Node removes the name that it bound, which can be the
      // short one.
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
    // Nobody answers at the socket: there is no file, or a stale one.
    await unlink(path).catch(() => undefined);
    return;
  } finally {
    probe.destroy();
  }
  throw new Error(`another server is running at ${path}: each server needs its own DATA_DIR`);
}

type Served = OperatorSocketOptions & { readonly identities: IdentityFiles };

function serve(socket: Socket, served: Served): void {
  const { identities, log } = served;
  const aborting = new AbortController();
  const challenge = identities.createChallenge();
  const send = (message: OperatorMessage): void => {
    if (!socket.destroyed) socket.write(`${JSON.stringify(message)}\n`);
  };
  const view: View = {
    signal: aborting.signal,
    print: (text) => send({ kind: 'line', text }),
    progress: (text) => send({ kind: 'progress', text }),
  };
  let isAsked = false;
  const read = createLineReader((line) => {
    if (isAsked) return;
    isAsked = true;
    socket.setTimeout(0);
    void answer({ line, challenge, view }, served).then((code) => {
      send({ kind: 'end', code });
      socket.end();
    });
  });
  socket.setEncoding('utf8');
  socket.setTimeout(REQUEST_TIMEOUT_MS, () => socket.destroy());
  socket.on('data', (chunk: Buffer | string) => {
    if (!read(chunk.toString())) socket.destroy();
  });
  socket.on('close', () => {
    aborting.abort();
    identities
      .drop(challenge)
      .catch((err: unknown) => log.warn({ err }, 'an identity file could not be removed'));
  });
  socket.on('error', () => socket.destroy());
  send({ kind: 'identify', ...challenge });
}

type View = Pick<OperatorCall, 'signal' | 'print' | 'progress'>;

type Asked = { readonly line: string; readonly challenge: Challenge; readonly view: View };

/** Answers a command. Returns the exit code. */
async function answer({ line, challenge, view }: Asked, served: Served): Promise<number> {
  const request = OperatorRequest.safeParse(parseLine(line));
  if (!request.success) {
    view.print('The request cannot be read: use the halyard command.');
    return FAILED;
  }
  try {
    const uid = await served.identities.takeOwner(challenge);
    if (uid === undefined) {
      view.print('The server could not identify the caller: use the halyard command.');
      return FAILED;
    }
    const user = await findUserName(uid);
    return await served.run({ ...request.data, ...view, user });
  } catch (error) {
    if (view.signal.aborted) return FAILED;
    served.log.error(
      { err: error, command: request.data.words[0] },
      'an operator’s command failed',
    );
    view.print(`The command failed: ${error instanceof Error ? error.message : String(error)}`);
    return FAILED;
  }
}
