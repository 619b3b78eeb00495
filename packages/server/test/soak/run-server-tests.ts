import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const SUMMARY = /^(?:Test Files|Tests|Duration) +\S/;
const FAILED = /^FAIL +\S/;
const ESCAPE = String.fromCharCode(27);
const COLOURS = new RegExp(`${ESCAPE}\\[[0-9;]*m`, 'g');

export type ServerTestRun = {
  readonly isPassed: boolean;
  /** The last lines of the runner, with the counts. */
  readonly summary: readonly string[];
  readonly failed: readonly string[];
};

/** Runs server tests with those that `npm test` leaves out: all of them, or those of `files`. */
export async function runServerTests(
  files: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ServerTestRun> {
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project=server', ...files],
    {
      cwd: ROOT,
      env: { ...process.env, SERVER_TESTS: 'all', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      process.stderr.write(chunk);
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  const lines = output
    .replaceAll(COLOURS, '')
    .split('\n')
    .map((line) => line.trim());
  return {
    isPassed: code === 0,
    summary: lines.filter((line) => SUMMARY.test(line)),
    failed: [...new Set(lines.filter((line) => FAILED.test(line)))],
  };
}
