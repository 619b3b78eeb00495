/**
 * Keeps migrations append-only: a database knows which files it has by their order, so a file that
 * comes in before an applied one would make every database of before unusable. The list of released
 * migrations says which files databases may have. `node tools/rules/migration-order.ts` appends the files
 * that are not listed yet: a release does so.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const MIGRATIONS = 'packages/server/migrations';
export const RELEASED = `${MIGRATIONS}/released.txt`;

export type MigrationFile = { readonly name: string; readonly script: string };

export function readMigrationFiles(directory: string): readonly MigrationFile[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => ({ name, script: readFileSync(join(directory, name), 'utf8') }));
}

/** The lines of the list, `NAME SHA-256` each. */
export function readReleased(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

/** As the list has it; `migrate` takes the same checksum. */
export function toReleasedLine({ name, script }: MigrationFile): string {
  const checksum = createHash('sha256').update(script.replaceAll('\r\n', '\n')).digest('hex');
  return `${name} ${checksum}`;
}

/**
 * What is wrong with the files: each number is used once, and the released ones come first, in their
 * order and unchanged.
 */
export function problemsOfMigrations(
  files: readonly MigrationFile[],
  released: readonly string[],
): string[] {
  const twice = files.find(
    ({ name }, index) => files[index - 1]?.name.slice(0, 4) === name.slice(0, 4),
  );
  if (twice !== undefined) return [`${twice.name} has the number of another migration`];
  const lines = files.map(toReleasedLine);
  const at = released.findIndex((line, index) => line !== lines[index]);
  if (at === -1) return [];
  const [wanted = ''] = released[at]?.split(' ') ?? [];
  const [found = ''] = lines[at]?.split(' ') ?? [];
  if (wanted === found) {
    return [`${wanted} was changed after its release; put the change into a new migration`];
  }
  if (!files.some(({ name }) => name === wanted)) {
    return [`${wanted} was released and is gone; restore it`];
  }
  return [`${found} comes before the released ${wanted}; give it a number after the last one`];
}

/** What is wrong between two versions of the list. A new baseline has none of the old entries. */
export function problemsOfReleases(before: readonly string[], after: readonly string[]): string[] {
  if (!after.some((line) => before.includes(line))) return [];
  const at = before.findIndex((line, index) => line !== after[index]);
  const lost = before[at]?.split(' ')[0];
  return lost === undefined ? [] : [`${RELEASED} may only grow at its end, but ${lost} has moved`];
}

if (import.meta.main) {
  const files = readMigrationFiles(MIGRATIONS);
  const released = readReleased(readFileSync(RELEASED, 'utf8'));
  const problems = problemsOfMigrations(files, released);
  for (const problem of problems) console.error(problem);
  const added = files.slice(released.length).map((file) => `${toReleasedLine(file)}\n`);
  if (problems.length === 0) appendFileSync(RELEASED, added.join(''));
  process.exitCode = problems.length > 0 ? 1 : 0;
}
