// The records of an archive: notes (JSON) and raw bytes, each with its kind and length.
import { ArchiveUnfit } from './archive-unfit.ts';

export type ArchiveRecord =
  | { readonly kind: 'note'; readonly note: unknown }
  | { readonly kind: 'bytes'; readonly bytes: Buffer };

const HEAD_BYTES = 5;
const NOTE = 1;
const BYTES = 2;
/** The maximum length of a record, above that of any table row. */
const RECORD_BYTES_MAX = 256 * 1024 * 1024;

export async function* packRecords(records: AsyncIterable<ArchiveRecord>): AsyncGenerator<Buffer> {
  for await (const record of records) {
    const isNote = record.kind === 'note';
    const payload = isNote ? Buffer.from(JSON.stringify(record.note)) : record.bytes;
    if (payload.length > RECORD_BYTES_MAX) throw new Error('a record is too long for an archive');
    const head = Buffer.alloc(HEAD_BYTES);
    head[0] = isNote ? NOTE : BYTES;
    head.writeUInt32BE(payload.length, 1);
    yield head;
    yield payload;
  }
}

export async function* unpackRecords(
  content: AsyncIterable<Buffer>,
): AsyncGenerator<ArchiveRecord> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let wantedBytes = HEAD_BYTES;
  for await (const piece of content) {
    held.push(piece);
    heldBytes += piece.length;
    while (heldBytes >= wantedBytes) {
      const together = Buffer.concat(held);
      const length = together.readUInt32BE(1);
      if (length > RECORD_BYTES_MAX) throw new ArchiveUnfit('The file holds what no backup does.');
      const end = HEAD_BYTES + length;
      wantedBytes = Math.max(end, HEAD_BYTES);
      held = [together];
      if (heldBytes < end) break;
      yield toRecord(together[0], together.subarray(HEAD_BYTES, end));
      held = [together.subarray(end)];
      heldBytes -= end;
      wantedBytes = HEAD_BYTES;
    }
  }
  if (heldBytes > 0) throw new ArchiveUnfit('The file ends in the middle of a record.');
}

function toRecord(kind: number | undefined, payload: Buffer): ArchiveRecord {
  if (kind === BYTES) return { kind: 'bytes', bytes: payload };
  if (kind !== NOTE) throw new ArchiveUnfit('The file holds what no backup does.');
  return { kind: 'note', note: JSON.parse(payload.toString()) as unknown };
}
