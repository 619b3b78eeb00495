// The NATS server of the tests, where one answers. Each test takes a prefix of its own.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { openMessagesOf } from '#assembly/open-messages.ts';
import type { Database } from '#platform/db/db.ts';
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

/** The program's connection to the programs on the same database. */
export async function openMessagesOn(db: Database, prefix: string): Promise<Messages> {
  const settings = { urls: [NATS_URL], credentials: undefined, caFile: undefined, prefix };
  return await openMessagesOf(db, settings, SILENT);
}

export const HAS_NATS = await findNats();

/** Two programs' connections under one prefix; the second one may have another address. */
export function openMessagePair(secondUrl = NATS_URL): readonly [Messages, Messages] {
  const shared = { credentials: undefined, caFile: undefined, prefix: `test-${randomUUID()}` };
  const open = (url: string): Messages => openMessages({ ...shared, urls: [url] }, SILENT);
  return [open(NATS_URL), open(secondUrl)];
}

export type NatsForwarder = {
  readonly url: string;
  /** Ends all connections, and those that begin before `mend`. */
  cut(): void;
  mend(): void;
  close(): void;
};

/** A way to the server that a test can cut. */
export async function startNatsForwarder(): Promise<NatsForwarder> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', ignore);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend: () => {
      isCut = false;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
