import { connect } from 'node:net';
import { openShortAddress } from './short-address.ts';
import type { ShortAddress } from './short-address.ts';
import { createLineReader, OperatorMessage, parseLine } from './wire.ts';

export type OperatorCallOptions = {
  readonly path: string;
  readonly words: readonly string[];
  /** Absolute; paths among the words are relative to it. */
  readonly directory: string;
  readonly user: string;
  readonly print: (line: string) => void;
  readonly progress: (text: string) => void;
  /** Aborted: the server stops the work. */
  readonly signal: AbortSignal;
};

export type OperatorAnswer =
  | { readonly kind: 'ended'; readonly code: number }
  /** Nobody listens there. */
  | { readonly kind: 'no-server' }
  /** Somebody does, but not for this user. */
  | { readonly kind: 'not-allowed' }
  /** The connection broke before the end: what was done is not known. */
  | { readonly kind: 'broken' };

/** Runs words on the server that listens at the path. */
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
    // The folder is not there, so nobody ever ran here.
    return undefined;
  }
}

async function call(address: string, options: OperatorCallOptions): Promise<OperatorAnswer> {
  const { promise, resolve } = Promise.withResolvers<OperatorAnswer>();
  const socket = connect(address);
  let isConnected = false;
  socket.setEncoding('utf8');
  socket.on('connect', () => {
    isConnected = true;
    const { words, directory, user } = options;
    socket.write(`${JSON.stringify({ words, directory, user })}\n`);
  });
  const read = createLineReader((line) => {
    const message = OperatorMessage.safeParse(parseLine(line));
    if (!message.success) return;
    if (message.data.kind === 'line') options.print(message.data.text);
    if (message.data.kind === 'progress') options.progress(message.data.text);
    if (message.data.kind === 'end') resolve({ kind: 'ended', code: message.data.code });
  });
  socket.on('data', (chunk: Buffer | string) => {
    if (!read(chunk.toString())) socket.destroy();
  });
  socket.on('error', (error) => {
    if ('code' in error && error.code === 'EACCES') resolve({ kind: 'not-allowed' });
  });
  socket.on('close', () => resolve({ kind: isConnected ? 'broken' : 'no-server' }));
  options.signal.addEventListener('abort', () => socket.destroy(), { once: true });
  const answer = await promise;
  socket.destroy();
  return answer;
}
