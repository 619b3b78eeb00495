import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import type { VendorHost } from './vendor-host.ts';

export type Peer = {
  send(value: unknown): void;
  /** Sends text unchanged, whether it is JSON or not. */
  sendRaw(text: string | Uint8Array): void;
  ping(): void;
  close(code: number, reason: string): void;
};

export type WebSocketEvents = {
  /** Returns whether the vendor has this address; false closes the connection. */
  accepts(path: string): boolean;
  opened(peer: Peer): void;
  message(peer: Peer, text: string): void;
  /** Receives pings and pongs, which count as messages. */
  control(peer: Peer): void;
  closed(peer: Peer): void;
};

/** Lets a vendor's host serve WebSockets; nothing is written to frozen sockets. */
export function serveWebSockets(host: VendorHost, events: WebSocketEvents): void {
  const server = new WebSocketServer({ noServer: true, maxPayload: 65_536 });
  host.http.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const rejection = host.takeRejection();
    if (rejection !== undefined) {
      const status = rejection.status ?? 429;
      const retry = `Retry-After: ${rejection.retryAfterSeconds}`;
      socket.end(`HTTP/1.1 ${status} Refused\r\n${retry}\r\nConnection: close\r\n\r\n`);
      return;
    }
    if (!events.accepts(request.url ?? '/')) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
      return;
    }
    server.handleUpgrade(request, socket, head, (webSocket) => {
      attach({ webSocket, socket, host, events });
    });
  });
}

type Attachment = {
  readonly webSocket: WebSocket;
  readonly socket: Socket;
  readonly host: VendorHost;
  readonly events: WebSocketEvents;
};

function attach({ webSocket, socket, host, events }: Attachment): void {
  const write = (run: () => void): void => {
    if (!host.isFrozen(socket) && webSocket.readyState === webSocket.OPEN) run();
  };
  const peer: Peer = {
    send(value) {
      write(() => {
        webSocket.send(JSON.stringify(value));
      });
    },
    sendRaw(text) {
      write(() => {
        webSocket.send(text);
      });
    },
    ping() {
      write(() => {
        webSocket.ping(String(Date.now()));
      });
    },
    close(code, reason) {
      write(() => {
        webSocket.close(code, reason);
      });
    },
  };
  webSocket.on('message', (data) => {
    if (Buffer.isBuffer(data)) events.message(peer, data.toString('utf8'));
  });
  webSocket.on('ping', () => {
    events.control(peer);
  });
  webSocket.on('pong', () => {
    events.control(peer);
  });
  webSocket.on('error', () => {});
  webSocket.on('close', () => {
    events.closed(peer);
  });
  events.opened(peer);
}
