// The functions and triggers of the schema: separate files beside the migrations, applied after
// them and again when one changes, so a change is a diff of its file. A file can be applied to any
// earlier state (`create or replace`, or `drop … if exists` before `create`); a migration drops a
// removed function.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Database } from './database.ts';

export type FunctionFile = {
  readonly name: string;
  readonly checksum: string;
  readonly script: string;
};

export const CREATE_FUNCTIONS_TABLE = `create table if not exists schema_functions (
  name text collate "C" primary key,
  checksum text not null,
  applied_at timestamptz not null default clock_timestamp()
)`;

/** Returns the files in the order of their application. `directory` is the migrations' folder. */
export function readFunctions(directory: string): readonly FunctionFile[] {
  const folder = join(directory, 'functions');
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return names.toSorted().map((name) => {
    const script = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, script, checksum: createHash('sha256').update(script).digest('hex') };
  });
}

/** Returns the files whose checksum differs from the applied one. */
export async function findChangedFunctions(
  query: Database['query'],
  directory: string,
): Promise<readonly FunctionFile[]> {
  const rows = await query('select name, checksum from schema_functions', []);
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  return readFunctions(directory).filter(({ name, checksum }) => applied.get(name) !== checksum);
}

/** Sent as one call without begin and commit, the script is atomic. */
export function toFunctionScript({ name, checksum, script }: FunctionFile): string {
  return `${script}\n;insert into schema_functions (name, checksum) values ('${name}', '${checksum}')
    on conflict (name) do update
    set checksum = excluded.checksum, applied_at = clock_timestamp();`;
}
