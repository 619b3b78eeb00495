// The NATS server of the tests, where one answers. Each test takes a prefix of its own.
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { openMessages } from '#platform/messages/messages.ts';
import type { Messages } from '#platform/messages/messages.ts';

export const NATS_URL = 'nats://127.0.0.1:4222';
const { hostname, port } = new URL(NATS_URL);
/** A port that nobody listens on refuses at once; a busy machine connects late. */
const CONNECT_WITHIN_MS = 30_000;

function ignore(): void {}

const SILENT = { info: ignore, warn: ignore, error: ignore };

async function findNats(): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.destroy();
      resolve(true);
    });
    socket.setTimeout(CONNECT_WITHIN_MS, () => {
      socket.destroy();
      resolve(false);
    });
    socket.on('error', () => resolve(false));
  });
}

export const HAS_NATS = await findNats();

/** Two programs' connections under one prefix. */
export function openMessagePair(url = NATS_URL): readonly [Messages, Messages] {
  const prefix = `test-${randomUUID()}`;
  const settings = { urls: [url], credentials: undefined, caFile: undefined, prefix };
  return [openMessages(settings, SILENT), openMessages(settings, SILENT)];
}
