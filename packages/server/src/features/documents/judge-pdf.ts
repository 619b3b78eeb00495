// Checks that bytes are a PDF that only shows pages: complete, not encrypted, without actions,
// scripts or embedded files. Names can be written with #-codes and be in compressed objects, so
// both are decoded. ISO 32000-1:2008, 7.3.5, 7.5 and 12.6.
//
// The file is untrusted and others wait for the same thread, so every check takes linear time.
import { inflate } from 'node:zlib';
import { promisify } from 'node:util';

const inflateBytes = promisify(inflate);

const HEADER = /^%PDF-(?:1\.[0-7]|2\.0)[\r\n ]/;
/** The end of a valid file: the last cross-reference, and only white space after the end marker. */
const TRAILER = /startxref\s+(\d{1,10})\s+%%EOF\s*$/;
const TRAILER_BYTES_MAX = 1024;
const STREAMS_MAX = 2000;
/**
 * The maximum number of damaged objects, each of which can take as long as a valid file before it
 * fails.
 */
const DAMAGED_MAX = 16;
const INFLATED_BYTES_MAX = 8 * 1024 * 1024;
const INFLATED_TOTAL_MAX = 32 * 1024 * 1024;

/**
 * Names that a page does not need and whose presence rejects the file. Every action that runs
 * something requires one of them.
 */
const FORBIDDEN_NAMES = [
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'Encrypt',
  'Crypt',
  'RichMedia',
  'XFA',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'GoToR',
  'Rendition',
  'Movie',
  'Sound',
  '3D',
  'FFilter',
] as const;
/**
 * Forbidden names that are short enough to occur in compressed data by chance, so they are only
 * searched outside of streams.
 */
const FORBIDDEN_SHORT_NAMES = ['JS', 'AA'] as const;
const FORBIDDEN = new RegExp(`(?:${FORBIDDEN_NAMES.map(codedName).join('|')})(?![\\w.+-])`);
const FORBIDDEN_SHORT = new RegExp(
  `(?:${FORBIDDEN_SHORT_NAMES.map(codedName).join('|')})(?![\\w.+-])`,
);
const PACK = new RegExp(codedName('ObjStm'), 'g');
const FILTER = new RegExp(codedName('Filter'), 'g');
const PARAMETERS = new RegExp(codedName('DecodeParms'));
const FLATE = codedName('FlateDecode');
const FLATE_ALONE = new RegExp(`${codedName('Filter')}\\s*(?:${FLATE}\\b|\\[\\s*${FLATE}\\s*\\])`);
const STREAM = /\bstream[ \t]*(?:\r\n|\n|\r)/g;
/**
 * The start of a stream, without preceding white space, so that data that only some readers treat
 * as a stream is checked, too.
 */
const PLAIN_STREAM = /\bstream(?:\r\n|\n|\r)/g;
const STREAM_END = 'endstream';
const ARCHIVE_END = Buffer.from('PK\u0005\u0006', 'latin1');
const ARCHIVE_END_BYTES = 22;

export async function isPlainPdf(bytes: Buffer): Promise<boolean> {
  const text = bytes.toString('latin1');
  if (!HEADER.test(text.slice(0, 16)) || !hasTrailer(text) || endsAsArchive(bytes)) return false;
  if (FORBIDDEN.test(text) || FORBIDDEN_SHORT.test(withoutStreams(text))) return false;
  return await areStreamsPlain(bytes, text);
}

function hasTrailer(text: string): boolean {
  const [, offset] = TRAILER.exec(text.slice(-TRAILER_BYTES_MAX)) ?? [];
  if (offset === undefined) return false;
  return /^\s*(?:xref\b|\d+\s+\d+\s+obj\b)/.test(text.slice(Number(offset), Number(offset) + 64));
}

/**
 * Returns whether the file ends like an archive, which is read from its end and can hide in data
 * that a PDF reader skips.
 */
function endsAsArchive(bytes: Buffer): boolean {
  const at = bytes.lastIndexOf(ARCHIVE_END);
  if (at === -1 || at + ARCHIVE_END_BYTES > bytes.length) return false;
  return at + ARCHIVE_END_BYTES + bytes.readUInt16LE(at + 20) >= bytes.length;
}

/**
 * Returns a pattern of all spellings of a name. Decoding first would cost a call per code, and a
 * file can consist of codes.
 */
function codedName(name: string): string {
  const coded = name.replaceAll(/./g, (letter) => {
    const code = letter.charCodeAt(0).toString(16);
    const digits = code.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
    return `(?:${letter}|#${digits})`;
  });
  return `(?:/|#2[fF])${coded}`;
}

/**
 * Returns the text without streams, in one pass even for unterminated objects: searching the end of
 * each would take quadratic time.
 */
function withoutStreams(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (const { index } of text.matchAll(PLAIN_STREAM)) {
    if (index < from) continue;
    const end = text.indexOf(STREAM_END, index);
    if (end === -1) break;
    kept.push(text.slice(from, index));
    from = end + STREAM_END.length;
  }
  return kept.join('') + text.slice(from);
}

async function areStreamsPlain(bytes: Buffer, text: string): Promise<boolean> {
  let streams = 0;
  let damaged = 0;
  let totalBytes = 0;
  let packsRead = 0;
  let from = 0;
  for (const { index, 0: keyword } of text.matchAll(STREAM)) {
    streams += 1;
    if (streams > STREAMS_MAX) return false;
    const before = text.slice(from, index);
    const dictionary = before.slice(Math.max(0, before.lastIndexOf('obj')));
    from = index;
    const packs = countOf(dictionary, PACK);
    if (packs > 0 && !isReadablePack(dictionary)) return false;
    packsRead += packs;
    const inflated = await inflateAt(bytes, index + keyword.length);
    if (inflated === 'too-large') return false;
    if (inflated === 'damaged') damaged += 1;
    if (damaged > DAMAGED_MAX) return false;
    if (!Buffer.isBuffer(inflated)) {
      if (packs > 0 && countOf(dictionary, FILTER) > 0) return false;
      continue;
    }
    totalBytes += inflated.length;
    if (totalBytes > INFLATED_TOTAL_MAX) return false;
    if (FORBIDDEN.test(inflated.toString('latin1'))) return false;
  }
  // A compressed object whose dictionary was not found was not checked, so the counts must match.
  return packsRead === countOf(text, PACK);
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/**
 * Returns whether an object is compressed in the only common way, or not at all, in which case its
 * names were already checked.
 */
function isReadablePack(dictionary: string): boolean {
  const filters = countOf(dictionary, FILTER);
  if (filters > 1 || PARAMETERS.test(dictionary)) return false;
  return filters === 0 || FLATE_ALONE.test(dictionary);
}

/** Decompresses data at a position, whatever its dictionary says. */
async function inflateAt(
  bytes: Buffer,
  from: number,
): Promise<Buffer | 'too-large' | 'damaged' | 'not-packed'> {
  if (!isDeflated(bytes, from)) return 'not-packed';
  try {
    return await inflateBytes(bytes.subarray(from), { maxOutputLength: INFLATED_BYTES_MAX });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'damaged';
  }
}

/**
 * Returns whether the bytes begin like zlib data (RFC 1950): method 8 in the low half of the first
 * byte, and both bytes together a multiple of 31.
 */
function isDeflated(bytes: Buffer, from: number): boolean {
  const [first = 0, second = 0] = bytes.subarray(from, from + 2);
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
