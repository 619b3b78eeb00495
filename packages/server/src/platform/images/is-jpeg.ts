// Checks that bytes are a JPEG image and nothing else, from the first marker to the last: data that
// a viewer skips can hide other content. ITU-T T.81 (1992), annex B.

const MARKER = 0xff;
const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const HUFFMAN_TABLE = 0xc4;
const QUANTIZATION_TABLE = 0xdb;
const RESTART_INTERVAL = 0xdd;
const COMMENT = 0xfe;
const APPLICATION_FIRST = 0xe0;
const APPLICATION_LAST = 0xef;
const RESTART_FIRST = 0xd0;
const RESTART_LAST = 0xd7;
/**
 * The permitted JPEG frames: baseline, extended and progressive with Huffman coding, which cameras
 * and scanners write.
 */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
const TABLES: ReadonlySet<number> = new Set([HUFFMAN_TABLE, QUANTIZATION_TABLE, RESTART_INTERVAL]);

const PIXELS_MAX = 50_000_000;
const SIDE_MAX = 16_384;
const COMPONENTS: ReadonlySet<number> = new Set([1, 3, 4]);
const BITS = 8;
/**
 * The signatures of archives, documents, programs and pages that must not appear in comments or
 * application segments.
 */
const FOREIGN = ['PK\u0003\u0004', 'PK\u0005\u0006', '%PDF-', '<?php', '<script', '<html', '#!/'];

type Found = { frames: number; scans: number; quantization: number; huffman: number };

export function isJpeg(bytes: Buffer): boolean {
  if (bytes[0] !== MARKER || bytes[1] !== START_OF_IMAGE) return false;
  const found: Found = { frames: 0, scans: 0, quantization: 0, huffman: 0 };
  let at = 2;
  for (;;) {
    const marker = readMarker(bytes, at);
    if (marker === undefined) return false;
    at = marker.next;
    if (marker.code === END_OF_IMAGE) return at === bytes.length && isWhole(found);
    const end = segmentEnd(bytes, at);
    if (end === undefined || !notes(found, marker.code, bytes.subarray(at + 2, end))) return false;
    at = marker.code === START_OF_SCAN ? scanEnd(bytes, end) : end;
  }
}

/** Reads a marker. Any number of fill bytes can precede its code. */
function readMarker(bytes: Buffer, at: number): { code: number; next: number } | undefined {
  if (bytes[at] !== MARKER) return undefined;
  let next = at + 1;
  while (bytes[next] === MARKER) next += 1;
  const code = bytes[next];
  return code === undefined || code === 0 ? undefined : { code, next: next + 1 };
}

function segmentEnd(bytes: Buffer, at: number): number | undefined {
  if (at + 2 > bytes.length) return undefined;
  const length = bytes.readUInt16BE(at);
  return length < 2 || at + length > bytes.length ? undefined : at + length;
}

/** Returns the end of coded data: the first marker that is neither a stuffed zero nor a restart. */
function scanEnd(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(MARKER, from);
  while (at !== -1) {
    const code = bytes[at + 1] ?? 0;
    const isData = code === 0 || (code >= RESTART_FIRST && code <= RESTART_LAST);
    if (!isData) return at;
    at = bytes.indexOf(MARKER, at + 2);
  }
  return bytes.length;
}

/** Counts a segment; false for one that does not belong in a photo. */
function notes(found: Found, code: number, content: Buffer): boolean {
  if (FRAMES.has(code)) {
    found.frames += 1;
    return found.frames === 1 && isFrameFit(content);
  }
  if (code === START_OF_SCAN) {
    found.scans += 1;
    return found.frames === 1 && content.length > 0;
  }
  if (TABLES.has(code)) {
    if (code === QUANTIZATION_TABLE) found.quantization += 1;
    if (code === HUFFMAN_TABLE) found.huffman += 1;
    return true;
  }
  const isText = code === COMMENT || (code >= APPLICATION_FIRST && code <= APPLICATION_LAST);
  return isText && FOREIGN.every((beginning) => !content.includes(beginning, 0, 'latin1'));
}

function isFrameFit(content: Buffer): boolean {
  if (content.length < 6) return false;
  const height = content.readUInt16BE(1);
  const width = content.readUInt16BE(3);
  const components = content[5] ?? 0;
  return (
    content[0] === BITS &&
    COMPONENTS.has(components) &&
    content.length === 6 + 3 * components &&
    height > 0 &&
    width > 0 &&
    height <= SIDE_MAX &&
    width <= SIDE_MAX &&
    height * width <= PIXELS_MAX
  );
}

function isWhole({ frames, scans, quantization, huffman }: Found): boolean {
  return frames === 1 && scans > 0 && quantization > 0 && huffman > 0;
}
