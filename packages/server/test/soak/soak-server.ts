// All server tests, with those that `npm test` leaves out (../support/extended.ts).
import { parseArgs } from 'node:util';
import { createEvidence } from './evidence.ts';
import { runServerTests } from './run-server-tests.ts';

/** True when every server test passed. */
export async function soakServer(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: { 'no-evidence': { type: 'boolean', default: false } },
  });
  const evidence = createEvidence({ soak: 'server' }, !values['no-evidence']);
  const { isPassed, summary } = await runServerTests([]);
  for (const line of summary) evidence.say(line);
  evidence.finish({ passed: isPassed, summary });
  return isPassed;
}
