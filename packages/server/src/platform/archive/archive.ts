// One file with keys and customer data: compressed, encrypted under a passphrase, and either
// complete or absent. Its writer defines the contents.
import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { ArchiveUnfit } from './archive-unfit.ts';
import { createHeader, HEADER_BYTES, openHeader, SALT_BYTES } from './header.ts';
import { packRecords, unpackRecords } from './records.ts';
import type { ArchiveRecord } from './records.ts';
import { openChunks, encryptChunks } from './encrypt-chunks.ts';

export { ArchiveUnfit } from './archive-unfit.ts';
export type { ArchiveRecord } from './records.ts';

const PRIVATE_FILE = 0o600;
const READ_BYTES = 1024 * 1024;

export type ArchiveFile = {
  readonly path: string;
  readonly passphrase: string;
  readonly signal: AbortSignal;
  /** The cost of guessing the passphrase; lower only in tests. */
  readonly costLog2?: number;
};

/** Writes an archive beside the path and renames it when it is on disk, with mode 600. */
export async function writeArchive(
  { path, passphrase, signal, costLog2 }: ArchiveFile,
  records: AsyncIterable<ArchiveRecord>,
): Promise<void> {
  const encryption = await createHeader(passphrase, randomBytes(SALT_BYTES), costLog2);
  const draft = `${path}.${randomUUID()}.partial`;
  try {
    await pipeline(
      Readable.from(packRecords(records), { objectMode: false }),
      createGzip({ level: constants.Z_BEST_SPEED }),
      (content: AsyncIterable<Buffer>) => encryptChunks(content, encryption),
      createWriteStream(draft, { flags: 'wx', mode: PRIVATE_FILE, flush: true }),
      { signal },
    );
    await rename(draft, path);
  } catch (error) {
    await unlink(draft).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Returns the bytes whose checksum matches. Throws ArchiveUnfit. */
export async function* readArchive({
  path,
  passphrase,
  signal,
}: ArchiveFile): AsyncGenerator<ArchiveRecord> {
  const key = await openHeader(passphrase, await readHeader(path));
  const encrypted = createReadStream(path, {
    start: HEADER_BYTES,
    highWaterMark: READ_BYTES,
    signal,
  }) as AsyncIterable<Buffer>;
  const content = createGunzip();
  const feeding = pipeline(
    Readable.from(openChunks(encrypted, key), { objectMode: false }),
    content,
  );
  // Errors of this promise are ignored here, because they also reach the reader of the content,
  // which reports them.
  feeding.catch(() => undefined);
  yield* unpackRecords(content as AsyncIterable<Buffer>);
}

async function readHeader(path: string): Promise<Buffer> {
  const file = await open(path).catch((error: unknown) => {
    throw new ArchiveUnfit(`${path} can't be read: ${describe(error)}.`);
  });
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    throw new ArchiveUnfit(`${path} can't be read: ${describe(error)}.`);
  } finally {
    await file.close();
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
