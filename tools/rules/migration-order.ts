/**
 * Keeps migrations append-only. A database records the migrations that it has by their order, so a
 * file before an applied one would make existing databases unusable. The list of released
 * migrations names the files that databases may already have. `node tools/rules/migration-order.ts`
 * appends the files that are not listed yet, as part of a release.
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

/** Returns the lines of the list, each with a name and a SHA-256. */
export function readReleased(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

/** Returns the line of a file; `migrate` computes the same checksum. */
export function toReleasedLine({ name, script }: MigrationFile): string {
  const checksum = createHash('sha256').update(script.replaceAll('\r\n', '\n')).digest('hex');
  return `${name} ${checksum}`;
}

/**
 * Returns what is wrong with the files. Each number is used once, and the released files come
 * first, in their order and unchanged.
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

/**
 * Returns what is wrong between two versions of the list. A new baseline contains none of the old
 * entries.
 */
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
