import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const SOAK = fileURLToPath(new URL('./soak.ts', import.meta.url));

/** Runs `npm run soak -- simulate` in two threads, and returns its last line. */
export async function runSoakSimulate(words: readonly string[]): Promise<unknown> {
  const all = [SOAK, 'simulate', ...words, '--workers', '2', '--no-evidence'];
  const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  process.stdout.write(output);
  expect(code, output).toBe(0);
  return JSON.parse(output.trim().split('\n').at(-1) ?? '');
}
