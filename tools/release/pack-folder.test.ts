import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { packFolder } from './pack-folder.ts';

const root = mkdtempSync(join(tmpdir(), 'halyard-pack-'));
afterAll(() => rmSync(root, { recursive: true }));

/** The same content, made in another order and at another time. */
function make(name: string, files: readonly string[], atS: number): string {
  const folder = join(root, name, 'halyard');
  mkdirSync(join(folder, 'inner'), { recursive: true });
  for (const file of files) {
    writeFileSync(join(folder, file), `content of ${file}`);
    utimesSync(join(folder, file), atS, atS);
  }
  return folder;
}

function pack(folder: string, name: string): Buffer {
  const path = join(root, `${name}.tar.gz`);
  packFolder(folder, { path, seconds: 1_790_000_000 });
  return readFileSync(path);
}

it('packs the same content into the same bytes', () => {
  const one = pack(make('one', ['a', 'b', 'inner/c'], 1000), 'one');
  const other = pack(make('other', ['inner/c', 'b', 'a'], 2000), 'other');
  expect(one.equals(other)).toBe(true);
  const changed = make('changed', ['a', 'b', 'inner/c'], 1000);
  writeFileSync(join(changed, 'a'), 'changed');
  expect(pack(changed, 'changed').equals(one)).toBe(false);
});
