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
  /** Cuts the connection of each statement when its text comes for the first time. Gives the texts. */
  cutEach(cut: Cut): readonly string[];
  cutNothing(): void;
  /** Ends every connection and refuses new ones. */
  refuse(): void;
  allow(): void;
  close(): Promise<void>;
};

/** Kind and length of a message. */
const HEADER_BYTES = 5;

type Pair = { readonly client: Socket; readonly server: Socket };

export async function startCutProxy(target: string): Promise<CutProxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<Pair>();
  let isRefusing = false;
  let armed: { readonly isIntended: (data: Buffer) => boolean; readonly cut: Cut } | undefined;

  const end = (pair: Pair): void => {
    pairs.delete(pair);
    pair.client.destroy();
    pair.server.destroy();
  };
  const toServer = (pair: Pair, data: Buffer): void => {
    // It may disarm itself by the statement that it waits for.
    const current = armed;
    if (current?.isIntended(data) !== true) {
      pair.server.write(data);
      return;
    }
    const { cut } = current;
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
      const isIntended = (data: Buffer): boolean => {
        if (!data.includes(text)) return false;
        armed = undefined;
        return true;
      };
      armed = { isIntended, cut };
    },
    cutEach: (cut) => {
      const texts: string[] = [];
      const isIntended = (data: Buffer): boolean => {
        const unseen = statementsOf(data).filter((text) => !texts.includes(text));
        texts.push(...unseen);
        return unseen.length > 0;
      };
      armed = { isIntended, cut };
      return texts;
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

/** The texts of the statements of whole messages: of Query, and of Parse behind its name. */
function statementsOf(data: Buffer): readonly string[] {
  const texts: string[] = [];
  for (let at = 0; at + HEADER_BYTES <= data.length; at += 1 + data.readUInt32BE(at + 1)) {
    const kind = String.fromCharCode(data[at] ?? 0);
    if (kind !== 'Q' && kind !== 'P') continue;
    const from = kind === 'Q' ? at + HEADER_BYTES : data.indexOf(0, at + HEADER_BYTES) + 1;
    texts.push(data.toString('utf8', from, data.indexOf(0, from)));
  }
  return texts;
}
