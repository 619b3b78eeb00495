// A ZIP file that is never completely in memory: it is output in parts of a fixed size.
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** How much is compressed at a time: more would delay prices. */
const SLICE_BYTES = 65_536;

export class ZipTooLarge extends Error {
  override readonly name = 'ZipTooLarge';
}

export type ZipPartsOptions = {
  readonly partBytes: number;
  readonly partsMax: number;
  readonly madeAtMs: number;
  readonly write: (part: Buffer) => Promise<void>;
};

type ZipFile = {
  readonly name: string;
  /** Whether to compress the file; false for data that is already compressed. */
  readonly isDeflated: boolean;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

export type ZipParts = {
  add(file: ZipFile): Promise<void>;
  /** Ends the archive. Returns the total number of bytes. */
  end(): Promise<number>;
};

/** Creates the archive. Throws ZipTooLarge if it would exceed the maximum number of parts. */
export function createZipParts(options: ZipPartsOptions): ZipParts {
  const { partBytes, partsMax, madeAtMs, write } = options;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let parts = 0;
  let bytes = 0;
  let problem: Error | undefined;
  const zip = new Zip((error, chunk) => {
    if (error !== null) problem = error;
    else pending.push(chunk);
    pendingBytes += chunk?.length ?? 0;
  });
  const writePart = async (part: Buffer): Promise<void> => {
    parts += 1;
    if (parts > partsMax) throw new ZipTooLarge('An export is too large');
    bytes += part.length;
    await write(part);
  };
  const drain = async (isEnd: boolean): Promise<void> => {
    if (problem !== undefined) throw problem;
    if (pendingBytes < partBytes && !isEnd) return;
    let rest = Buffer.concat(pending);
    while (rest.length >= partBytes) {
      await writePart(rest.subarray(0, partBytes));
      rest = rest.subarray(partBytes);
    }
    if (isEnd && rest.length > 0) {
      await writePart(rest);
      rest = rest.subarray(rest.length);
    }
    pending = rest.length === 0 ? [] : [rest];
    pendingBytes = rest.length;
  };
  return {
    add: async ({ name, isDeflated, content }) => {
      const file = isDeflated ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name);
      file.mtime = madeAtMs;
      zip.add(file);
      for await (const chunk of content) {
        for (let from = 0; from < chunk.length; from += SLICE_BYTES) {
          file.push(chunk.subarray(from, from + SLICE_BYTES));
          await drain(false);
        }
      }
      file.push(new Uint8Array(0), true);
      await drain(false);
    },
    end: async () => {
      zip.end();
      await drain(true);
      return bytes;
    },
  };
}
