import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ArchiveUnfit, readArchive, writeArchive } from './archive.ts';
import type { ArchiveRecord } from './archive.ts';

const PASSPHRASE = 'correct horse battery staple';
const folder = mkdtempSync(join(tmpdir(), 'halyard-archive-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { signal } = new AbortController();
const file = (name: string) => ({
  path: join(folder, name),
  passphrase: PASSPHRASE,
  signal,
  costLog2: 14,
});

/** Incompressible bytes, so that the file has several chunks. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = 1;
  for (let at = 0; at < length; at += 1) {
    state = (state * 48_271) % 2_147_483_647;
    bytes[at] = state % 251;
  }
  return bytes;
}

const RECORDS: readonly ArchiveRecord[] = [
  { kind: 'note', note: { kind: 'begin', text: 'Gruß' } },
  { kind: 'bytes', bytes: noise(300_000) },
  { kind: 'bytes', bytes: Buffer.alloc(0) },
  { kind: 'bytes', bytes: noise(7) },
  { kind: 'note', note: null },
];

async function* give(records: readonly ArchiveRecord[]): AsyncGenerator<ArchiveRecord> {
  yield* records;
}

async function read(name: string, passphrase = PASSPHRASE): Promise<readonly ArchiveRecord[]> {
  const found: ArchiveRecord[] = [];
  for await (const record of readArchive({ ...file(name), passphrase })) found.push(record);
  return found;
}

const whole = async (): Promise<Buffer> => {
  await writeArchive(file('whole'), give(RECORDS));
  return readFileSync(join(folder, 'whole'));
};

it('restores what was written, in a file that only its owner reads', async () => {
  await whole();
  expect(await read('whole')).toEqual(RECORDS);
  expect(statSync(join(folder, 'whole')).mode & 0o777).toBe(0o600);
  await writeArchive(file('empty'), give([]));
  expect(await read('empty')).toEqual([]);
});

it('rejects a wrong passphrase, a foreign file and a missing file', async () => {
  await whole();
  await expect(read('whole', 'another passphrase')).rejects.toThrow(/passphrase is not this file/);
  writeFileSync(join(folder, 'foreign'), 'PK\u0003\u0004 not ours');
  await expect(read('foreign')).rejects.toThrow(/not a backup/);
  await expect(read('nowhere')).rejects.toThrow(ArchiveUnfit);
});

it('rejects a file that is truncated, changed or extended anywhere', async () => {
  const bytes = await whole();
  const header = 67;
  const chunk = 64 * 1024 + 16;
  const swapped = Buffer.concat([
    bytes.subarray(0, header),
    bytes.subarray(header + chunk, header + 2 * chunk),
    bytes.subarray(header, header + chunk),
    bytes.subarray(header + 2 * chunk),
  ]);
  const flipped = (at: number): Buffer => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  };
  const bad = [
    bytes.subarray(0, header + chunk),
    bytes.subarray(0, header + chunk + 5),
    bytes.subarray(0, bytes.length - 1),
    bytes.subarray(0, header),
    bytes.subarray(0, 10),
    Buffer.concat([bytes, Buffer.from([0])]),
    flipped(18),
    flipped(25),
    flipped(60),
    flipped(header + 100),
    flipped(bytes.length - 1),
    swapped,
  ];
  for (const content of bad) {
    writeFileSync(join(folder, 'bad'), content);
    await expect(read('bad')).rejects.toThrow(ArchiveUnfit);
  }
});

it('leaves no file when it is interrupted or its source fails', async () => {
  const aborting = new AbortController();
  async function* endless(): AsyncGenerator<ArchiveRecord> {
    for (let count = 0; ; count += 1) {
      if (count === 20) aborting.abort();
      yield { kind: 'bytes', bytes: noise(10_000) };
    }
  }
  const stopped = { ...file('stopped'), signal: aborting.signal };
  await expect(writeArchive(stopped, endless())).rejects.toThrow(/abort/);
  async function* failing(): AsyncGenerator<ArchiveRecord> {
    yield { kind: 'note', note: 1 };
    throw new Error('the source failed');
  }
  await expect(writeArchive(file('failed'), failing())).rejects.toThrow('the source failed');
  const left = readdirSync(folder).filter((name) => /stopped|failed/.test(name));
  expect(left).toEqual([]);
});
