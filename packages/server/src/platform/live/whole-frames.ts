import type { Namespace } from 'socket.io';

/** What Socket.IO's adapter passes along with a packet that many clients share. */
type PacketOptions = { wsPreEncodedFrame?: readonly Buffer[] };

/**
 * Joins the header and the content of each shared WebSocket frame once, before it is written to
 * thousands of sockets: one write instead of two for each. Socket.IO encodes shared frames itself
 * but keeps the two parts apart. Throws if the adapter no longer has the method, which is internal.
 */
export function sendWholeFrames(namespace: Namespace): void {
  const { adapter } = namespace;
  const encode: unknown = Reflect.get(adapter, '_encode');
  if (typeof encode !== 'function') throw new Error('The adapter of Socket.IO has no _encode.');
  const encodeWhole = (packet: unknown, options: PacketOptions): unknown => {
    const encoded: unknown = Reflect.apply(encode, adapter, [packet, options]);
    const parts = options.wsPreEncodedFrame;
    if (parts !== undefined) options.wsPreEncodedFrame = [Buffer.concat(parts)];
    return encoded;
  };
  Reflect.set(adapter, '_encode', encodeWhole);
}
