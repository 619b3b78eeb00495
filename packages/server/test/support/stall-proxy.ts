// A TCP proxy before PostgreSQL that holds back what a client sends, and reads along what the
// server refuses.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** The SQLSTATE of a batch whose epoch is over. */
const FENCED = 'P0E01';

export type StallProxy = {
  /** The address with the proxy in the server's place. */
  readonly url: string;
  /** Holds back the next statement with this text and all that comes after; resolves with it. */
  stall(text: string): Promise<void>;
  /** Lets through what was held back, in its order. */
  release(): void;
  /** Batches that the server refused because another had taken the lease. */
  fenced(): number;
  close(): Promise<void>;
};

export async function startStallProxy(target: string): Promise<StallProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let fenced = 0;
  let held: { readonly socket: Socket; readonly data: Buffer }[] | undefined;
  let awaited: { readonly text: string; readonly found: () => void } | undefined;

  const listener = createServer((client) => {
    const server = connect(Number(port === '' ? 5432 : port), hostname);
    client.on('data', (data: Buffer) => {
      if (awaited !== undefined && data.includes(awaited.text)) {
        held = [];
        awaited.found();
        awaited = undefined;
      }
      if (held === undefined) server.write(data);
      else held.push({ socket: server, data });
    });
    server.on('data', (data: Buffer) => {
      if (data.includes(FENCED)) fenced += 1;
      client.write(data);
    });
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        // What is held back of a client that is gone still arrives.
        if (held === undefined) other.destroy();
      });
    }
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');

  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((listener.address() as AddressInfo).port);
  return {
    url: url.href,
    stall: (text) =>
      new Promise((resolve) => {
        awaited = { text, found: resolve };
      }),
    release: () => {
      const waiting = held ?? [];
      held = undefined;
      awaited = undefined;
      for (const { socket, data } of waiting) socket.write(data);
    },
    fenced: () => fenced,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}
