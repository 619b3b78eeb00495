// Asks ClamAV's daemon whether a file is known malware (its INSTREAM command, clamd(8)): the file is
// sent in chunks with their length before them, and an empty chunk ends it.
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { SECOND_MS } from '@halyard/core/time';
import { Outage } from '#platform/outage/outage.ts';

export type ScannerAddress =
  | { readonly path: string }
  | { readonly host: string; readonly port: number };

export type Scanned = 'clean' | 'infected';

const CHUNK_BYTES = 65_536;
const LENGTH_BYTES = 4;
const REPLY_LENGTH_MAX = 1024;
const TIMEOUT_MS = 30 * SECOND_MS;
const CLEAN = /^stream: OK\0?$/;
const INFECTED = /^stream: .* FOUND\0?$/s;

/** Throws an Outage if the daemon can't be reached: a file that was not scanned is not accepted. */
export async function scanFile(
  address: ScannerAddress,
  content: Uint8Array,
  timeoutMs = TIMEOUT_MS,
): Promise<Scanned> {
  const reply = await ask(address, content, timeoutMs);
  if (CLEAN.test(reply)) return 'clean';
  if (INFECTED.test(reply)) return 'infected';
  throw new Outage('scanner', 'The virus scanner could not judge a file.');
}

async function ask(
  address: ScannerAddress,
  content: Uint8Array,
  timeoutMs: number,
): Promise<string> {
  const socket = connect(address);
  // Limits the total time, and not only the time without data: a daemon must not block an upload
  // indefinitely.
  const timer = setTimeout(() => socket.destroy(new Error('no answer in time')), timeoutMs);
  try {
    const reply = readReply(socket);
    socket.write('zINSTREAM\0');
    for (let at = 0; at < content.length; at += CHUNK_BYTES) {
      const chunk = content.subarray(at, at + CHUNK_BYTES);
      socket.write(lengthOf(chunk.length));
      socket.write(chunk);
    }
    socket.write(lengthOf(0));
    return await reply;
  } catch (error) {
    throw new Outage('scanner', 'The virus scanner does not answer.', { cause: error });
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

async function readReply(socket: Socket): Promise<string> {
  let reply = '';
  for await (const chunk of socket) {
    reply += String(chunk);
    if (reply.includes('\0') || reply.length > REPLY_LENGTH_MAX) break;
  }
  return reply;
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(bytes);
  return length;
}
