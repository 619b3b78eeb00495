// The part of WebSocket that thousands of clients in one process need. Server frames are read in
// place, and only the time in them is parsed.

/** The text of a frame, from `start` to `end` in the chunk. */
export type OnFrame = (chunk: Buffer, start: number, end: number) => void;

const OPCODE_MASK = 0x0f;
const LENGTH_MASK = 0x7f;
const TEXT = 1;
const SHORT_MAX = 125;
const LENGTH_16 = 126;
const HEADER_BYTES_MAX = 4;
const MESSAGE_BYTES_MAX = 65_535;
const MASK_BYTES = 4;

/**
 * Accepts the bytes of one connection as they arrive. Throws on frames that our server never sends.
 */
export function createFrameReader(onFrame: OnFrame): (chunk: Buffer) => void {
  let rest: Buffer | undefined;
  return (received) => {
    const chunk = rest === undefined ? received : Buffer.concat([rest, received]);
    let at = 0;
    while (at + HEADER_BYTES_MAX <= chunk.length || isWholeShort(chunk, at)) {
      const short = (chunk[at + 1] ?? 0) & LENGTH_MASK;
      if (short > LENGTH_16) throw new Error('a frame is too long');
      const start = short === LENGTH_16 ? at + HEADER_BYTES_MAX : at + 2;
      const end = start + (short === LENGTH_16 ? chunk.readUInt16BE(at + 2) : short);
      if (end > chunk.length) break;
      if (((chunk[at] ?? 0) & OPCODE_MASK) === TEXT) onFrame(chunk, start, end);
      at = end;
    }
    rest = at < chunk.length ? chunk.subarray(at) : undefined;
    if ((rest?.length ?? 0) > MESSAGE_BYTES_MAX + HEADER_BYTES_MAX)
      throw new Error('frames are lost');
  };
}

function isWholeShort(chunk: Buffer, at: number): boolean {
  const length = (chunk[at + 1] ?? LENGTH_16) & LENGTH_MASK;
  return at + 1 < chunk.length && length <= SHORT_MAX && at + 2 + length <= chunk.length;
}

/** Returns a client's text frame; its mask is zero, which leaves the bytes unchanged. */
export function toClientFrame(text: string): Buffer {
  const body = Buffer.from(text);
  const isShort = body.length <= SHORT_MAX;
  const header = Buffer.alloc((isShort ? 2 : HEADER_BYTES_MAX) + MASK_BYTES);
  header[0] = 0x80 | TEXT;
  header[1] = 0x80 | (isShort ? body.length : LENGTH_16);
  if (!isShort) header.writeUInt16BE(body.length, 2);
  return Buffer.concat([header, body]);
}
