// The body of an archive: chunks encrypted with AES-256-GCM, with the chunk number and a last-chunk
// flag in the nonce. No chunk can be changed, removed, moved or added, and truncation is detected.
// The key is unique to the file, so no nonce repeats under it.
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { ArchiveUnfit } from './archive-unfit.ts';
import { HEADER_BYTES } from './header.ts';

const ALGORITHM = 'aes-256-gcm';
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const ENCRYPTED_BYTES = CHUNK_BYTES + TAG_BYTES;
const NONCE_BYTES = 12;
const LAST = 1;

/** Encrypts the stream; the result starts with `header`. */
export async function* encryptChunks(
  content: AsyncIterable<Buffer>,
  { header, key }: { readonly header: Buffer; readonly key: Buffer },
): AsyncGenerator<Buffer> {
  yield header;
  let number = 0;
  for await (const { bytes, isLast } of inChunks(content, CHUNK_BYTES)) {
    const cipher = createCipheriv(ALGORITHM, key, nonceOf(number, isLast));
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    number += 1;
  }
}

/** Decrypts what follows the header. Throws ArchiveUnfit at the first invalid chunk. */
export async function* openChunks(
  encrypted: AsyncIterable<Buffer>,
  key: Buffer,
): AsyncGenerator<Buffer> {
  let number = 0;
  for await (const { bytes, isLast } of inChunks(encrypted, ENCRYPTED_BYTES)) {
    yield openChunk(bytes, { key, nonce: nonceOf(number, isLast), number });
    number += 1;
  }
}

function openChunk(
  bytes: Buffer,
  { key, nonce, number }: { readonly key: Buffer; readonly nonce: Buffer; readonly number: number },
): Buffer {
  const until = bytes.length - TAG_BYTES;
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(until));
    return Buffer.concat([decipher.update(bytes.subarray(0, until)), decipher.final()]);
  } catch {
    const at = HEADER_BYTES + number * ENCRYPTED_BYTES;
    throw new ArchiveUnfit(
      `The file is cut off or was changed, at byte ${at} or after: take another copy of it.`,
    );
  }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeBigUInt64BE(BigInt(number), 0);
  nonce[NONCE_BYTES - 1] = isLast ? LAST : 0;
  return nonce;
}

/**
 * Splits a stream into chunks of one size; the last one can be shorter, and is empty only if
 * necessary.
 */
async function* inChunks(
  content: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ readonly bytes: Buffer; readonly isLast: boolean }> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  for await (const piece of content) {
    held.push(piece);
    heldBytes += piece.length;
    // Waits for more than one chunk, because only then is a full chunk known not to be the last.
    if (heldBytes <= size) continue;
    const together = Buffer.concat(held);
    let from = 0;
    for (; together.length - from > size; from += size) {
      yield { bytes: together.subarray(from, from + size), isLast: false };
    }
    held = [together.subarray(from)];
    heldBytes = together.length - from;
  }
  yield { bytes: Buffer.concat(held), isLast: true };
}
