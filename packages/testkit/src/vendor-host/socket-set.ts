import type { Socket } from 'node:net';

/** The open connections of a server, and the failures that can be caused on them. */
export function createSocketSet() {
  const sockets = new Set<Socket>();
  const frozen = new WeakSet<Socket>();
  let isRefusing = false;
  return {
    get size(): number {
      return sockets.size;
    },
    add(socket: Socket): void {
      if (isRefusing) {
        socket.destroy();
        return;
      }
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => {});
    },
    isFrozen: (socket: Socket): boolean => frozen.has(socket),
    cut(): void {
      for (const socket of sockets) socket.destroy();
    },
    freeze(): void {
      for (const socket of sockets) {
        socket.pause();
        frozen.add(socket);
      }
    },
    thaw(): void {
      for (const socket of sockets) {
        frozen.delete(socket);
        socket.resume();
      }
    },
    refuseConnections(refusing: boolean): void {
      isRefusing = refusing;
    },
  };
}
