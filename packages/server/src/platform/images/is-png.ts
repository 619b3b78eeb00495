// Checks that bytes are a PNG picture and nothing else: each chunk is known and intact, nothing
// follows the last one, and the pixels are exactly as many as the header declares. W3C PNG, third
// edition (2025), 5 to 11.
import { crc32, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const HEADER_BYTES = 13;
/** The length, type and CRC around the data of a chunk. */
const FRAME_BYTES = 12;
const SIDE_MAX = 8_192;
const PIXELS_MAX = 16_000_000;
/** The samples per pixel and the permitted bit depths of each colour type. */
const COLOURS: Readonly<
  Record<number, { readonly samples: number; readonly depths: readonly number[] }>
> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};
/**
 * How long each chunk can be that describes the picture, and occurs once. Texts, times and private
 * chunks are not permitted: they can hold anything.
 */
const DESCRIPTIVE_BYTES_MAX: ReadonlyMap<string, number> = new Map([
  ['PLTE', 768],
  ['tRNS', 256],
  ['cHRM', 32],
  ['gAMA', 4],
  ['sBIT', 4],
  ['sRGB', 1],
  ['pHYs', 9],
  ['bKGD', 6],
]);

/** Nothing may follow the compressed pixels. */
const WHOLE = { rejectGarbageAfterEnd: true };

export function isPng(bytes: Buffer): boolean {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return false;
  const header = readChunk(bytes, SIGNATURE.length);
  if (header?.type !== 'IHDR') return false;
  const expectedBytes = countBytes(header.data);
  if (expectedBytes === undefined) return false;
  const data: Buffer[] = [];
  const described = new Set<string>();
  let previous = header.type;
  for (let at = header.end; ;) {
    const chunk = readChunk(bytes, at);
    if (chunk === undefined) return false;
    if (chunk.type === 'IEND') {
      const isLast = chunk.data.length === 0 && chunk.end === bytes.length;
      return isLast && inflatesTo(Buffer.concat(data), expectedBytes);
    }
    if (chunk.type === 'IDAT') {
      // The pieces of the picture follow one another.
      if (data.length > 0 && previous !== 'IDAT') return false;
      data.push(chunk.data);
    } else {
      const bytesMax = DESCRIPTIVE_BYTES_MAX.get(chunk.type) ?? -1;
      if (chunk.data.length > bytesMax || described.has(chunk.type)) return false;
      described.add(chunk.type);
    }
    previous = chunk.type;
    at = chunk.end;
  }
}

type Chunk = { readonly type: string; readonly data: Buffer; readonly end: number };

function readChunk(bytes: Buffer, at: number): Chunk | undefined {
  if (at + FRAME_BYTES > bytes.length) return undefined;
  const length = bytes.readUInt32BE(at);
  const end = at + FRAME_BYTES + length;
  if (end > bytes.length) return undefined;
  const isIntact = crc32(bytes.subarray(at + 4, end - 4)) === bytes.readUInt32BE(end - 4);
  if (!isIntact) return undefined;
  return {
    type: bytes.toString('latin1', at + 4, at + 8),
    data: bytes.subarray(at + 8, end - 4),
    end,
  };
}

/** Returns how many bytes the header's pixels have, with a filter byte for each line. */
function countBytes(header: Buffer): number | undefined {
  if (header.length !== HEADER_BYTES) return undefined;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth = 0, colour = 0, ...methods] = header.subarray(8);
  const kind = COLOURS[colour];
  const isFit = width > 0 && height > 0 && width <= SIDE_MAX && height <= SIDE_MAX;
  if (!isFit || width * height > PIXELS_MAX) return undefined;
  if (kind?.depths.includes(depth) !== true) return undefined;
  // Compression and filter have one method each; interlaced pictures have another layout.
  if (methods.some((method) => method !== 0)) return undefined;
  return height * (1 + Math.ceil((width * kind.samples * depth) / 8));
}

function inflatesTo(data: Buffer, expectedBytes: number): boolean {
  try {
    // One byte more than expected ends a decompression bomb.
    const maxOutputLength = expectedBytes + 1;
    const { length } = inflateSync(data, { maxOutputLength, ...WHOLE });
    return length === expectedBytes;
  } catch {
    return false;
  }
}
