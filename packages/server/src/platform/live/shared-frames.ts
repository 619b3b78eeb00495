import type { Namespace, Socket } from 'socket.io';

/** What Socket.IO's adapter passes along with a packet that many clients share. */
type PacketOptions = { wsPreEncodedFrame?: readonly Buffer[] };

type BroadcastOptions = Parameters<Namespace['adapter']['broadcast']>[1];

/** The part of a WebSocket of `ws` that Engine.IO uses as well to write an encoded frame. */
type FrameSocket = {
  readonly bufferedAmount: number;
  readonly _sender: { sendFrame(frames: readonly Buffer[]): void };
};

/**
 * Writes a packet for a room to each WebSocket as one frame that is encoded once. The way through
 * Socket.IO and Engine.IO costs more than the write itself: two queues, six events and an options
 * object for each client. A client of which anything is unsent, that polls or that changes its
 * transport gets the packet in that way, so that its packets keep their order and it is
 * disconnected when it reads too slowly.
 *
 * Throws if the adapter no longer has the method that encodes, which is internal.
 */
export function sendSharedFrames(namespace: Namespace): void {
  const { adapter } = namespace;
  const encode: unknown = Reflect.get(adapter, '_encode');
  if (typeof encode !== 'function') throw new Error('The adapter of Socket.IO has no _encode.');
  const broadcast = adapter.broadcast.bind(adapter);
  adapter.broadcast = (packet: object, options) => {
    const ids = receiversOf(namespace, options);
    if (ids === undefined) {
      broadcast(packet, options);
      return;
    }
    const encoded: PacketOptions = {};
    Reflect.apply(encode, adapter, [{ ...packet, nsp: namespace.name }, encoded]);
    if (encoded.wsPreEncodedFrame === undefined) {
      broadcast(packet, options);
      return;
    }
    const frame = [Buffer.concat(encoded.wsPreEncodedFrame)];
    const others = writeFrame(namespace, ids, frame);
    // Each socket is in a room that has its id as the name.
    if (others.size > 0) broadcast(packet, { rooms: others });
  };
}

/** Returns the sockets' ids; undefined if the packet is sent with options of Socket.IO. */
function receiversOf(
  { adapter }: Namespace,
  { rooms, except, flags }: BroadcastOptions,
): Iterable<string> | undefined {
  const hasFlags = Object.values(flags ?? {}).some((flag) => flag !== undefined);
  if (hasFlags || (except?.size ?? 0) > 0 || rooms.size > 1) return undefined;
  const [room] = rooms;
  return room === undefined ? adapter.sids.keys() : (adapter.rooms.get(room) ?? []);
}

/** Returns the ids of the sockets to which the frame was not written. */
function writeFrame(
  { sockets }: Namespace,
  ids: Iterable<string>,
  frame: readonly Buffer[],
): Set<string> {
  const others = new Set<string>();
  for (const id of ids) {
    const socket = sockets.get(id);
    if (socket === undefined) continue;
    const webSocket = idleWebSocketOf(socket);
    if (webSocket === undefined) others.add(id);
    else webSocket._sender.sendFrame(frame);
  }
  return others;
}

/** Returns the client's WebSocket if everything that was sent to it has been written. */
function idleWebSocketOf({ conn }: Socket): FrameSocket | undefined {
  const { transport } = conn;
  if (conn.readyState !== 'open' || transport.name !== 'websocket' || !transport.writable) {
    return undefined;
  }
  const webSocket: unknown = Reflect.get(transport, 'socket');
  return isFrameSocket(webSocket) && webSocket.bufferedAmount === 0 ? webSocket : undefined;
}

function isFrameSocket(socket: unknown): socket is FrameSocket {
  const sender: unknown = Reflect.get(Object(socket), '_sender');
  return typeof Reflect.get(Object(sender), 'sendFrame') === 'function';
}
