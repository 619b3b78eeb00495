import { connect } from 'node:net';
import { writeIdentityFile } from './identity-files.ts';
import { openShortAddress } from './short-address.ts';
import type { ShortAddress } from './short-address.ts';
import { createLineReader, OperatorMessage, parseLine } from './wire.ts';
import type { Credentials } from './wire.ts';

/** The system's errors for a socket or folder of another user. */
const NOT_ALLOWED: readonly unknown[] = ['EACCES', 'EPERM'];

export type OperatorCallOptions = {
  readonly path: string;
  readonly words: readonly string[];
  /** The absolute working directory; paths among the arguments are relative to it. */
  readonly directory: string;
  /** The member of staff in whose name the command runs. */
  readonly as?: Credentials | undefined;
  readonly print: (line: string) => void;
  readonly progress: (text: string) => void;
  /** Aborts the command: the server stops the work. */
  readonly signal: AbortSignal;
};

export type OperatorAnswer =
  | { readonly kind: 'ended'; readonly code: number }
  /** No program listens on the socket. */
  | { readonly kind: 'no-server' }
  /** A program listens, but this user can't write to the server's folder. */
  | { readonly kind: 'not-allowed' }
  /** The connection ended early, so it is unknown what was done. */
  | { readonly kind: 'broken' };

/** Runs a command on the server that listens at the path. */
export async function callOperator(options: OperatorCallOptions): Promise<OperatorAnswer> {
  const short = findAddress(options.path);
  if (short === undefined) return { kind: 'no-server' };
  try {
    return await call(short.address, options);
  } finally {
    short.close();
  }
}

function findAddress(path: string): ShortAddress | undefined {
  try {
    return openShortAddress(path);
  } catch {
    // The folder does not exist, so no server has ever run here.
    return undefined;
  }
}

async function call(address: string, options: OperatorCallOptions): Promise<OperatorAnswer> {
  const { promise, resolve } = Promise.withResolvers<OperatorAnswer>();
  const { path, words, directory, as, print, progress } = options;
  const socket = connect(address);
  let isConnected = false;
  socket.setEncoding('utf8');
  socket.on('connect', () => (isConnected = true));
  const take = (message: OperatorMessage): void => {
    switch (message.kind) {
      case 'identify':
        writeIdentityFile(path, message);
        socket.write(`${JSON.stringify({ words, directory, as })}\n`);
        break;
      case 'line':
        print(message.text);
        break;
      case 'progress':
        progress(message.text);
        break;
      case 'end':
        resolve({ kind: 'ended', code: message.code });
        break;
    }
  };
  const read = createLineReader((line) => {
    const message = OperatorMessage.safeParse(parseLine(line));
    if (message.success) take(message.data);
  });
  socket.on('data', (chunk: Buffer | string) => {
    try {
      if (!read(chunk.toString())) socket.destroy();
    } catch (error) {
      // The caller can't create the identifying file, because its folder belongs to the server's
      // user.
      socket.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  });
  socket.on('error', (error) => {
    if ('code' in error && NOT_ALLOWED.includes(error.code)) resolve({ kind: 'not-allowed' });
  });
  socket.on('close', () => resolve({ kind: isConnected ? 'broken' : 'no-server' }));
  options.signal.addEventListener('abort', () => socket.destroy(), { once: true });
  const answer = await promise;
  socket.destroy();
  return answer;
}
