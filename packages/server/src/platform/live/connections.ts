// Connections below the namespaces: who can open one, how many per network, and disconnecting
// clients that read too slowly.
import type { IncomingMessage } from 'node:http';

import type { Socket as IoSocket } from 'socket.io';

import { networkOf, type FindIp, type IsOriginAllowed } from '#platform/http/http.ts';

/**
 * The maximum number of unsent packets of a client that does not read: about a minute of prices.
 */
const WAITING_PACKETS_MAX = 256;
/**
 * The maximum number of characters in unsent packets: a customer's own lists can be as long as they
 * have positions.
 */
const WAITING_LENGTH_MAX = 2_000_000;

export type Connection = IoSocket['conn'];

export type ConnectionsOptions = {
  readonly isOriginAllowed: IsOriginAllowed;
  readonly findIp: FindIp;
  readonly perNetworkMax: number;
};

export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #countByNetwork = new Map<string, number>();
  #isClosed = false;

  constructor(options: ConnectionsOptions) {
    this.#options = options;
  }

  ipOf(request: IncomingMessage): string {
    return this.#options.findIp(request.socket.remoteAddress, request.headers['x-forwarded-for']);
  }

  /** Returns why a connection is rejected; undefined if it is permitted. */
  rejectionOf(request: IncomingMessage): string | undefined {
    if (this.#isClosed) return 'unavailable';
    const { origin, host } = request.headers;
    const site = request.headers['sec-fetch-site'];
    const headers = { origin, host, site: typeof site === 'string' ? site : undefined };
    if (!this.#options.isOriginAllowed(headers)) return 'origin-refused';
    const count = this.#countByNetwork.get(networkOf(this.ipOf(request))) ?? 0;
    return count >= this.#options.perNetworkMax ? 'too-many' : undefined;
  }

  add(connection: Connection): void {
    const network = networkOf(this.ipOf(connection.request));
    const counts = this.#countByNetwork;
    counts.set(network, (counts.get(network) ?? 0) + 1);
    connection.on('close', () => {
      const rest = (counts.get(network) ?? 0) - 1;
      if (rest > 0) counts.set(network, rest);
      else counts.delete(network);
    });
    closeWhenSlow(connection);
  }

  get count(): number {
    return [...this.#countByNetwork.values()].reduce((sum, count) => sum + count, 0);
  }

  close(): void {
    this.#isClosed = true;
  }
}

type Packet = { readonly data?: unknown };

function closeWhenSlow(connection: Connection): void {
  let packets = 0;
  let length = 0;
  let isTooSlow = false;
  connection.on('packetCreate', ({ data }: Packet) => {
    // The size is checked before the packet is counted, because a single packet can be large.
    const isFull = packets >= WAITING_PACKETS_MAX || length >= WAITING_LENGTH_MAX;
    packets += 1;
    if (typeof data === 'string') length += data.length;
    if (!isFull || isTooSlow) return;
    isTooSlow = true;
    // The transport is ended directly: `close` would wait half a minute for the client while
    // packets accumulate.
    connection.transport.emit('error', new Error('too slow'));
  });
  connection.on('flush', () => {
    packets = 0;
    length = 0;
  });
}
