// Plain WebSockets beside the live feed. An upgrade is checked before the protocol starts, and a
// rejected one gets an HTTP reply. The messages on the socket belong to the feature.
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import type { FindIp, RawAnswer } from '#platform/http/http.ts';
import type { Log } from '#platform/log/log.ts';

export type { WebSocket } from 'ws';

export type UpgradeCall = {
  readonly ip: string;
  readonly requestId: string;
  readonly authorization: string | undefined;
};

export type Admission<Holder> =
  | { readonly kind: 'admitted'; readonly holder: Holder }
  | { readonly kind: 'refused'; readonly answer: RawAnswer };

export type WebSocketOptions<Holder> = {
  readonly path: `/${string}`;
  readonly messageBytesMax: number;
  readonly findIp: FindIp;
  readonly log: Pick<Log, 'warn' | 'error'>;
  /** Accepts or rejects an upgrade. What it throws is logged and ends the connection. */
  admit(call: UpgradeCall): Promise<Admission<Holder>>;
  onOpen(socket: WebSocket, holder: Holder): void;
};

/** The path that the live feed answers. */
const LIVE_PATH = '/socket.io/';

/**
 * Handles the upgrades of one path, and ends those of unknown paths. Returns the function that ends
 * this.
 */
export function attachWebSocket<Holder>(
  server: HttpServer,
  options: WebSocketOptions<Holder>,
): () => void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: options.messageBytesMax,
    perMessageDeflate: false,
    clientTracking: false,
  });
  const listen = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (path.startsWith(LIVE_PATH)) return;
    socket.on('error', () => socket.destroy());
    if (path !== options.path) {
      refuse(socket, { status: 404 }, randomUUID());
      return;
    }
    const { remoteAddress } = request.socket;
    const ip = options.findIp(remoteAddress, request.headers['x-forwarded-for']);
    const requestId = randomUUID();
    const { authorization } = request.headers;
    options.admit({ ip, requestId, authorization }).then(
      (admission) => {
        if (socket.destroyed) return;
        if (admission.kind === 'refused') {
          refuse(socket, admission.answer, requestId);
          return;
        }
        sockets.handleUpgrade(request, socket, head, (opened) => {
          options.onOpen(opened, admission.holder);
        });
      },
      (error: unknown) => {
        options.log.error({ err: error, requestId }, 'a WebSocket could not be opened');
        refuse(socket, { status: 503, headers: { 'retry-after': '2' } }, requestId);
      },
    );
  };
  server.on('upgrade', listen);
  return () => {
    server.off('upgrade', listen);
    sockets.close();
  };
}

function refuse(
  socket: Duplex,
  { status, headers, body = '' }: RawAnswer,
  requestId: string,
): void {
  const lines = Object.entries({
    ...headers,
    'x-request-id': requestId,
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`;
  socket.end(Buffer.concat([Buffer.from(head), Buffer.from(body)]));
}
