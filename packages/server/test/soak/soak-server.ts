// All server tests, with those that `npm test` leaves out (../support/extended.ts).
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { createEvidence } from './evidence.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const SUMMARY = /^(?:Test Files|Tests|Duration) +\S/;
const ESCAPE = String.fromCharCode(27);
const COLOURS = new RegExp(`${ESCAPE}\\[[0-9;]*m`, 'g');

/** True when every server test passed. */
export async function soakServer(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: { 'no-evidence': { type: 'boolean', default: false } },
  });
  const evidence = createEvidence({ soak: 'server' }, !values['no-evidence']);
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project=server'],
    {
      cwd: ROOT,
      env: { ...process.env, SERVER_TESTS: 'all' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    process.stderr.write(chunk);
  });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  const summary = output
    .replaceAll(COLOURS, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => SUMMARY.test(line));
  for (const line of summary) evidence.say(line);
  evidence.finish({ passed: code === 0, summary });
  return code === 0;
}
