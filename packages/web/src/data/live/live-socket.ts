// One namespace of the live feed: it reconnects after every loss, and reports when the server no
// longer accepts the session.
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';

const RETRY_DELAY_MS = 2000;
const RECONNECT_DELAY_MS = 500;
const RECONNECT_DELAY_MAX_MS = 5000;
const CONNECT_TIMEOUT_MS = 5000;

const options: Partial<ManagerOptions & SocketOptions> = {
  transports: ['websocket', 'polling'],
  tryAllTransports: true,
  reconnectionDelay: RECONNECT_DELAY_MS,
  reconnectionDelayMax: RECONNECT_DELAY_MAX_MS,
  timeout: CONNECT_TIMEOUT_MS,
};

export type SocketListener = {
  onConnect(): void;
  onDisconnect(): void;
  onSessionEnded(): void;
};

export type KeptSocket = { readonly socket: Socket; close(): void };

/** Opens a namespace of the page's own server; with a token if required. */
export function keepSocket(
  namespace: string,
  token: string | undefined,
  listener: SocketListener,
): KeptSocket {
  const socket = io(namespace, token === undefined ? options : { ...options, auth: { token } });
  let retry: number | undefined;
  // The library does not reconnect after a rejection or a disconnection by the server.
  const connectLater = () => {
    window.clearTimeout(retry);
    retry = window.setTimeout(() => socket.connect(), RETRY_DELAY_MS);
  };
  socket.on('connect', listener.onConnect);
  socket.on('disconnect', (reason) => {
    listener.onDisconnect();
    if (reason === 'io server disconnect') connectLater();
  });
  socket.on('connect_error', (error) => {
    listener.onDisconnect();
    if (isSessionEnded(error)) listener.onSessionEnded();
    else if (!socket.active) connectLater();
  });
  return {
    socket,
    close() {
      window.clearTimeout(retry);
      socket.off();
      socket.disconnect();
    },
  };
}

/** The server sends the code as the error's message or in its data. */
function isSessionEnded(error: Error & { data?: unknown }): boolean {
  const { data } = error;
  const code = typeof data === 'object' && data !== null && 'code' in data ? data.code : undefined;
  return error.message === 'session-ended' || code === 'session-ended';
}
