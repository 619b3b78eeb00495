// A TCP proxy before PostgreSQL that cuts a connection around a commit, or all of them.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** 'before': the statement does not reach the server. 'after': its answer does not come back. */
export type Cut = 'before' | 'after';

export type CutProxy = {
  /** The address with the proxy in the server's place. */
  readonly url: string;
  /** Cuts the connection of the next statement that holds this text. */
  cutNext(text: string, cut: Cut): void;
  cutNothing(): void;
  /** Ends every connection and refuses new ones. */
  refuse(): void;
  allow(): void;
  close(): Promise<void>;
};

type Pair = { readonly client: Socket; readonly server: Socket };

export async function startCutProxy(target: string): Promise<CutProxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<Pair>();
  let isRefusing = false;
  let armed: { readonly text: string; readonly cut: Cut } | undefined;

  const end = (pair: Pair): void => {
    pairs.delete(pair);
    pair.client.destroy();
    pair.server.destroy();
  };
  const toServer = (pair: Pair, data: Buffer): void => {
    if (armed === undefined || !data.includes(armed.text)) {
      pair.server.write(data);
      return;
    }
    const { cut } = armed;
    armed = undefined;
    if (cut === 'before') {
      end(pair);
      return;
    }
    pair.server.removeAllListeners('data');
    pair.server.once('data', () => end(pair));
    pair.server.write(data);
  };

  const listener = createServer((client) => {
    if (isRefusing) {
      client.destroy();
      return;
    }
    const pair = { client, server: connect(Number(port === '' ? 5432 : port), hostname) };
    pairs.add(pair);
    client.on('data', (data: Buffer) => toServer(pair, data));
    pair.server.on('data', (data) => client.write(data));
    for (const socket of [client, pair.server]) {
      socket.on('error', () => end(pair));
      socket.on('close', () => end(pair));
    }
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');

  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((listener.address() as AddressInfo).port);
  return {
    url: url.href,
    cutNext: (text, cut) => {
      armed = { text, cut };
    },
    cutNothing: () => {
      armed = undefined;
    },
    refuse: () => {
      isRefusing = true;
      for (const pair of pairs) end(pair);
    },
    allow: () => {
      isRefusing = false;
    },
    close: async () => {
      for (const pair of pairs) end(pair);
      listener.close();
      await once(listener, 'close');
    },
  };
}
