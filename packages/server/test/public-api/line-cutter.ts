// A TCP proxy before the program that cuts connections as networks do.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/**
 * `clean` ends both sides, `reset` destroys them, `half-open` stops passing on without a word, and
 * `mid-frame` passes on the first byte of what comes next and then resets.
 */
export const CUTS = ['clean', 'reset', 'half-open', 'mid-frame'] as const;
export type Cut = (typeof CUTS)[number];

type Pair = {
  readonly client: Socket;
  readonly server: Socket;
  state: 'open' | Cut;
  isStream: boolean;
  /** What came from the server; a stream's handshake is the first. */
  answers: number;
};

export type LineCutter = {
  readonly url: string;
  /** Where connections go from now on. */
  aim(url: string): void;
  /** Cuts all that are open; whether there were any. */
  cut(kind: Cut): boolean;
  /** WebSockets that are open and have brought a frame. */
  streams(): number;
  close(): void;
};

export async function startLineCutter(target: string): Promise<LineCutter> {
  let aimed = new URL(target);
  const pairs = new Set<Pair>();
  const destroy = (pair: Pair): void => {
    pairs.delete(pair);
    pair.client.destroy();
    pair.server.destroy();
  };
  const listener = createServer((client) => {
    const server = connect(Number(aimed.port), aimed.hostname);
    const pair: Pair = { client, server, state: 'open', isStream: false, answers: 0 };
    pairs.add(pair);
    client.on('data', (data) => {
      pair.isStream ||= data.includes('GET /api/v1/stream');
      if (pair.state === 'open') server.write(data);
    });
    server.on('data', (data) => {
      pair.answers += 1;
      if (pair.state === 'open') client.write(data);
      if (pair.state !== 'mid-frame') return;
      client.write(data.subarray(0, 1));
      destroy(pair);
    });
    for (const socket of [client, server]) {
      socket.on('error', () => destroy(pair));
      socket.on('close', () => destroy(pair));
    }
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    aim: (url) => (aimed = new URL(url)),
    streams: () =>
      [...pairs].filter((one) => one.state === 'open' && one.isStream && one.answers > 1).length,
    cut: (kind) => {
      const open = [...pairs].filter(({ state }) => state === 'open');
      for (const pair of open) {
        if (kind === 'reset') destroy(pair);
        else if (kind === 'clean') {
          pair.state = kind;
          pair.client.end();
          pair.server.end();
        } else pair.state = kind;
      }
      return open.length > 0;
    },
    close: () => {
      listener.close();
      for (const pair of pairs) destroy(pair);
    },
  };
}
