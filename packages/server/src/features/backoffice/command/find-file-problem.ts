import { stat } from 'node:fs/promises';

/**
 * Returns why a path is not a readable file, or undefined. Reading a pipe or device would never
 * end.
 */
export async function findFileProblem(path: string): Promise<string | undefined> {
  if (path.includes('\0')) return 'this is no path';
  try {
    return (await stat(path)).isFile() ? undefined : 'it is not a file';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`;
  }
}
