// All journeys of the browser, with those that `npm test` leaves out (e2e/support/extended.ts).
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { createEvidence } from './evidence.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const RUN = `
import { requireChromium } from './tools/chromium.mjs';
import { buildWebIfStale } from './tools/web-build.mjs';
await buildWebIfStale(process.cwd(), process.execPath);
process.stdout.write(await requireChromium(process.cwd(), process.execPath));
`;

/** True when every journey passed; one that passed in its second run is listed as unsteady. */
export async function soakJourneys(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: { 'no-evidence': { type: 'boolean', default: false } },
  });
  const evidence = createEvidence({ soak: 'journeys' }, !values['no-evidence']);
  const prepared = await run(['--input-type=module', '--eval', RUN], ROOT, {});
  const chromium = prepared.output.trim().split('\n').at(-1) ?? '';
  const playwright = `${ROOT}node_modules/@playwright/test/cli.js`;
  const { code, output } = await run(
    [playwright, 'test', '--retries=1', '--reporter=line'],
    `${ROOT}e2e`,
    { JOURNEYS: 'all', CHROME_PATH: chromium },
  );
  const summary = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^\d+ (?:passed|failed|flaky|skipped|did not run)\b/.test(line));
  for (const line of summary) evidence.say(line);
  evidence.finish({ passed: code === 0, summary });
  return code === 0;
}

async function run(
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    process.stderr.write(chunk);
  });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { code, output };
}
