// Stores the output of a bench in docs/evidence, with the commit that it measured.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

export function writeEvidence(name: string, lines: readonly string[]): void {
  const text = `# npm run bench -- ${name}\n\n\`\`\`text\n${lines.join('\n')}\n\`\`\`\n`;
  writeFileSync(join(ROOT, 'docs/evidence', `${name}.md`), text);
}

/** The commit, with a plus if the code differs from it. */
export function findCommit(): string {
  const git = (...words: string[]): string =>
    execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim();
  try {
    const isChanged = git('status', '--porcelain', '--', 'packages', 'bench') !== '';
    return `${git('rev-parse', 'HEAD')}${isChanged ? '+' : ''}`;
  } catch {
    return 'unknown';
  }
}
