// The commands that messages name. A checkout has npm; the folder that deploy/build-root.sh makes for
// containers, archives and systemd has no npm, but a launcher of its own.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
/** The launcher is named by its full path, so that the command works in every folder. */
const LAUNCHER = 'bin/halyard';
const MAIN = 'packages/server/src/main.ts';

export type Launch = {
  /** Starts the program. */
  readonly program: string;
  /** Starts the operator's command; its words follow after a space. */
  readonly operator: string;
};

/** Returns the commands of the installation in the folder `root`. */
export function findLaunch(root: string): Launch {
  const launcher = join(root, LAUNCHER);
  return existsSync(launcher)
    ? { program: `${join(root, 'bin/node')} ${join(root, MAIN)}`, operator: launcher }
    : { program: 'npm start', operator: 'npm run halyard --' };
}

const LAUNCH = findLaunch(ROOT);

/** Returns the operator's command with its words, such as `npm run halyard -- audit`. */
export function operatorCommand(words: string): string {
  return `${LAUNCH.operator} ${words}`;
}

export function programCommand(): string {
  return LAUNCH.program;
}
