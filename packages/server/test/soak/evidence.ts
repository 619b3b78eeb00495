// Prints what a soak does, and keeps it with the commit and the machine that it ran on.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const FOLDER = `${ROOT}docs/evidence/`;

export type Evidence = {
  readonly name: string;
  /** Kept too; lines of progress are only printed. */
  say(line: string): void;
  /** The last line; writes the file, unless told not to. */
  finish(result: Readonly<Record<string, unknown>>): void;
};

/** `soak` is what was asked for; its evidence may stand apart by a `variant`, such as the database. */
export function createEvidence(
  { soak, variant }: { readonly soak: string; readonly variant?: string },
  isKept: boolean,
): Evidence {
  const name = variant === undefined ? soak : `${soak}-${variant}`;
  const startedAt = new Date().toISOString();
  const before = loadavg()[0];
  const lines: string[] = [];
  const say = (line: string): void => {
    lines.push(line);
    print(line);
  };
  return {
    name,
    say,
    finish: (result) => {
      const machine = {
        node: process.version,
        processors: availableParallelism(),
        model: cpus()[0]?.model ?? 'unknown',
        load: before,
      };
      const at = { commit: findCommit(), startedAt, endedAt: new Date().toISOString() };
      say(JSON.stringify({ name, ...result, ...at, machine }));
      if (!isKept) return;
      mkdirSync(FOLDER, { recursive: true });
      const text = `# npm run soak -- ${soak}\n\n\`\`\`text\n${lines.join('\n')}\n\`\`\`\n`;
      writeFileSync(`${FOLDER}${name}.md`, text);
    },
  };
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** With a plus when files differ from it. */
function findCommit(): string {
  const git = (...words: string[]): string =>
    execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim();
  try {
    const isChanged = git('status', '--porcelain', '--', 'packages') !== '';
    return `${git('rev-parse', 'HEAD')}${isChanged ? '+' : ''}`;
  } catch {
    return 'unknown';
  }
}
