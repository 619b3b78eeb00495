import { stat } from 'node:fs/promises';

/** Why a path names no file to be read; undefined when it does. A pipe or a device would be read for ever. */
export async function findFileProblem(path: string): Promise<string | undefined> {
  if (path.includes('\0')) return 'this is no path';
  try {
    return (await stat(path)).isFile() ? undefined : 'it is not a file';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`;
  }
}
