import { createServer as createHttpServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createTime, until } from '#adapter/testing/harness.ts';
import { lineStreamLink, webSocketLink } from './connection.ts';
import type { OpenLink } from './connection.ts';

const clock = createTime().clock;

/** Returns the port; the server and its sockets close with the test. */
async function listen(server: Server): Promise<{ port: number; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port, sockets };
}

function open(openLink: OpenLink) {
  const notified: string[] = [];
  const link = openLink({
    opened: () => notified.push('opened'),
    text: (message) => notified.push(message),
    heard: () => notified.push('heard'),
    garbage: (what) => notified.push(what),
    closed: ({ reason }) => notified.push(`closed: ${reason}`),
  });
  onTestFinished(() => {
    link.destroy();
  });
  return { link, notified };
}

const LINKS: Readonly<Record<string, (port: number) => OpenLink>> = {
  WebSocket: (port) => webSocketLink(`ws://127.0.0.1:${port}/ws`, clock),
  'line stream': (port) =>
    lineStreamLink({ url: `http://127.0.0.1:${port}/`, headers: { key: 'secret' }, clock }),
};

it.each(Object.entries(LINKS))(
  'is destroyed silently when the other side never answers: %s',
  async (_name, openLinkTo) => {
    const silent = (socket: Socket): void => {
      socket.on('end', () => socket.end()).resume();
    };
    const { port, sockets } = await listen(createServer({ allowHalfOpen: true }, silent));
    const { link, notified } = open(openLinkTo(port));
    await until(() => sockets.size === 1, 'a connection');
    link.destroy();
    await until(() => sockets.size === 0, 'the end of the connection');
    expect(notified).toEqual([]);
  },
);

it.each(Object.entries(LINKS))(
  'follows no redirect, which would send its credentials to another host: %s',
  async (_name, openLinkTo) => {
    let elsewhere = 0;
    const stranger: RequestListener = (_request, response) => {
      elsewhere += 1;
      response.end();
    };
    const { port: strangerPort } = await listen(createHttpServer(stranger));
    const redirect: RequestListener = (_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${strangerPort}/` }).end();
    };
    const { port } = await listen(createHttpServer(redirect));
    const { notified } = open(openLinkTo(port));
    await until(() => notified.length > 0, 'the end');
    expect(notified).toEqual([
      expect.stringMatching(/^closed: (no connection|refused with HTTP 302)/),
    ]);
    expect(elsewhere).toBe(0);
  },
);

it.each(Object.entries(LINKS))(
  'reports an unknown host without its address: %s',
  async (_name, openLinkTo) => {
    const server = createServer();
    const { port } = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    const { notified } = open(openLinkTo(port));
    await until(() => notified.length > 0, 'the end');
    expect(notified).toEqual(['closed: no connection (ECONNREFUSED)']);
  },
);
