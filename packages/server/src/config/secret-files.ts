// Secrets that stand in files, as containers and systemd hand them over: NAME_FILE names the file
// that holds the value of NAME. The environment of a process is read by more programs than a file.
import { readFileSync } from 'node:fs';
import type { Fault } from '#setting-kinds.ts';
import { SECRET_SETTINGS } from '#settings-reference/settings-reference.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const SUFFIX = '_FILE';
const LENGTH_MAX = 16_384;

export const SECRET_FILE_NAMES: readonly string[] = SECRET_SETTINGS.map(
  (name) => `${name}${SUFFIX}`,
);

/** The environment with the secrets of its files; what can't be read is a fault. */
export function readSecretFiles(environment: Environment): {
  readonly environment: Environment;
  readonly faults: readonly Fault[];
} {
  const read: Record<string, string> = {};
  const faults: Fault[] = [];
  for (const name of SECRET_SETTINGS) {
    const variable = `${name}${SUFFIX}`;
    const path = environment[variable]?.trim() ?? '';
    if (path === '') continue;
    const isSetToo = (environment[name]?.trim() ?? '') !== '';
    const text = isSetToo ? undefined : readText(path);
    if (text !== undefined) read[name] = text;
    else if (isSetToo) faults.push({ name: variable, text: `is set, and so is ${name}: set one` });
    else faults.push({ name: variable, text: 'must name a file with the value that can be read' });
  }
  return { environment: { ...environment, ...read }, faults };
}

/** Undefined when it can't be read, is empty, or is too long to be a secret. */
function readText(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8').trim();
    return text === '' || text.length > LENGTH_MAX ? undefined : text;
  } catch {
    return undefined;
  }
}
