// The header of an archive: its format, and the inputs of the key besides the passphrase: format ·
// log2(N) of scrypt · salt · check. The check is a second half of scrypt's output over the bytes
// before it; it distinguishes a wrong passphrase and a changed header from a damaged file.
import { createHmac, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ArchiveUnfit } from './archive-unfit.ts';

const FORM = Buffer.from('HALYARD-ARCHIVE-1\n');
export const SALT_BYTES = 16;
const CHECK_BYTES = 32;
const KEY_BYTES = 32;
/** The scrypt cost: 128 MiB and about half a second per guess. */
const COST_LOG2 = 17;
/** The accepted costs of existing files, so that a foreign file can't use all memory. */
const COST_LOG2_RANGE = { min: 14, max: 20 } as const;
const BLOCK_SIZE = 8;
const BYTES_PER_COST = 128 * BLOCK_SIZE;

export const HEADER_BYTES = FORM.length + 1 + SALT_BYTES + CHECK_BYTES;

type ScryptOptions = { readonly N: number; readonly r: number; readonly maxmem: number };
const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Creates a header; `salt` is random. */
export async function createHeader(
  passphrase: string,
  salt: Buffer,
  costLog2 = COST_LOG2,
): Promise<{ readonly header: Buffer; readonly key: Buffer }> {
  const open = Buffer.concat([FORM, Buffer.from([costLog2]), salt]);
  const { key, check } = await deriveKeys(passphrase, open);
  return { header: Buffer.concat([open, check]), key };
}

/** Returns the key; throws ArchiveUnfit for a foreign file or a wrong passphrase. */
export async function openHeader(passphrase: string, header: Buffer): Promise<Buffer> {
  const isOurs = header.length === HEADER_BYTES && header.subarray(0, FORM.length).equals(FORM);
  if (!isOurs) throw new ArchiveUnfit('This is not a backup of Halyard.');
  const open = header.subarray(0, HEADER_BYTES - CHECK_BYTES);
  const costLog2 = open[FORM.length] ?? 0;
  if (costLog2 < COST_LOG2_RANGE.min || costLog2 > COST_LOG2_RANGE.max) {
    throw new ArchiveUnfit("The file's first bytes were changed: take another copy of it.");
  }
  const { key, check } = await deriveKeys(passphrase, open);
  if (timingSafeEqual(check, header.subarray(open.length))) return key;
  throw new ArchiveUnfit("The passphrase is not this file's, or its first bytes were changed.");
}

async function deriveKeys(
  passphrase: string,
  open: Buffer,
): Promise<{ readonly key: Buffer; readonly check: Buffer }> {
  const N = 2 ** (open[FORM.length] ?? 0);
  const salt = open.subarray(FORM.length + 1);
  // The passphrase is normalised, so that accents can be typed in any form.
  const bytes = await derive(passphrase.normalize('NFC'), salt, KEY_BYTES * 2, {
    N,
    r: BLOCK_SIZE,
    maxmem: 2 * BYTES_PER_COST * N,
  });
  const check = createHmac('sha256', bytes.subarray(KEY_BYTES)).update(open).digest();
  return { key: bytes.subarray(0, KEY_BYTES), check };
}
