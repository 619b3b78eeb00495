// Reads secrets from files, as containers and systemd provide them: NAME_FILE names the file that
// contains the value of NAME. More programs can read the environment of a process than a protected
// file.
import { readFileSync } from 'node:fs';
import type { Problem } from '#setting-kinds.ts';
import { SECRET_SETTINGS } from '#settings-reference/settings-reference.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const SUFFIX = '_FILE';
const LENGTH_MAX = 16_384;

export const SECRET_FILE_NAMES: readonly string[] = SECRET_SETTINGS.map(
  (name) => `${name}${SUFFIX}`,
);

/**
 * Returns the environment with the secrets from files, and a validation error for each file that
 * can't be read.
 */
export function readSecretFiles(environment: Environment): {
  readonly environment: Environment;
  readonly problems: readonly Problem[];
} {
  const read: Record<string, string> = {};
  const problems: Problem[] = [];
  for (const name of SECRET_SETTINGS) {
    const variable = `${name}${SUFFIX}`;
    const path = environment[variable]?.trim() ?? '';
    if (path === '') continue;
    const isSetToo = (environment[name]?.trim() ?? '') !== '';
    const text = isSetToo ? undefined : readText(path);
    if (text !== undefined) read[name] = text;
    else if (isSetToo)
      problems.push({ name: variable, text: `is set, and so is ${name}: set one` });
    else
      problems.push({ name: variable, text: 'must name a file with the value that can be read' });
  }
  return { environment: { ...environment, ...read }, problems };
}

/**
 * Returns a secret's text; undefined if the file can't be read, is empty, or is too long to be a
 * secret.
 */
function readText(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8').trim();
    return text === '' || text.length > LENGTH_MAX ? undefined : text;
  } catch {
    return undefined;
  }
}
