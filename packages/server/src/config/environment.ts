// Reads the environment of the process and the file `.env` of the working directory.
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

const ENV_FILE = '.env';

/** Returns the names that are set outside `.env`. Call it before `.env` is read. */
export function listOuterNames(): readonly string[] {
  return Object.keys(process.env);
}

/** Returns the environment of the process, completed by `.env` of the working directory. */
export function readEnvironment(): Readonly<Record<string, string | undefined>> {
  if (existsSync(ENV_FILE)) process.loadEnvFile(ENV_FILE);
  return process.env;
}

/**
 * Returns the names in `.env`. Unlike those of the environment, all of them are meant for this
 * program.
 */
export function listFileNames(): readonly string[] {
  return existsSync(ENV_FILE) ? Object.keys(parseEnv(readFileSync(ENV_FILE, 'utf8'))) : [];
}
