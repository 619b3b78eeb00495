// The process's environment and the file `.env` in the working directory, which adds to it.
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

const ENV_FILE = '.env';

/** The names that are set outside `.env`; before it is read. */
export function listOuterNames(): readonly string[] {
  return Object.keys(process.env);
}

/** The process's environment, with what `.env` in the working directory adds to it. */
export function readEnvironment(): Readonly<Record<string, string | undefined>> {
  if (existsSync(ENV_FILE)) process.loadEnvFile(ENV_FILE);
  return process.env;
}

/** The names in `.env`: unlike those of the environment, all of them are meant for this program. */
export function listFileNames(): readonly string[] {
  return existsSync(ENV_FILE) ? Object.keys(parseEnv(readFileSync(ENV_FILE, 'utf8'))) : [];
}
