// The server tests with two edges and one program with the engine, the market and the jobs in place of
// the one program that each of them starts (../support/messages/divided-server.ts).
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { HAS_NATS } from '../support/messages/nats.ts';
import { createEvidence } from './evidence.ts';
import { findLeftOut } from './roles-left-out.ts';
import { runServerTests } from './run-server-tests.ts';

const TESTS = fileURLToPath(new URL('../', import.meta.url));
const STARTS = /\bstartServer\(|\/start-server\.ts'/;

/** True when every test passed that can run with divided programs. */
export async function soakRoles(words: readonly string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { 'no-evidence': { type: 'boolean', default: false } },
  });
  const isWhole = positionals.length === 0;
  const evidence = createEvidence({ soak: 'roles' }, isWhole && !values['no-evidence']);
  if (!HAS_NATS) {
    evidence.say('FAILED, no NATS answers at 127.0.0.1:4222');
    return false;
  }
  const all = listFiles();
  const starting = all.filter((file) => STARTS.test(readFileSync(`${TESTS}${file}`, 'utf8')));
  const asked = starting.filter(
    (file) => isWhole || positionals.some((part) => file.includes(part)),
  );
  const leftOut = asked.flatMap((file) => {
    const reason = findLeftOut(file);
    return reason === undefined ? [] : [{ file, reason }];
  });
  const run = asked.filter((file) => findLeftOut(file) === undefined);
  evidence.say(`${all.length} files of server tests; ${starting.length} start the program`);
  evidence.say(`${run.length} run against two edges and one engine; left out:`);
  for (const { file, reason } of leftOut) evidence.say(`  ${file}: ${reason}`);
  const { isPassed, summary, failed } = await runServerTests(
    run.map((file) => `packages/server/test/${file}`),
    { SERVER_TESTS_ROLES: 'edges' },
  );
  for (const line of [...summary, ...failed]) evidence.say(line);
  const counts = { files: all.length, starting: starting.length, run: run.length };
  evidence.finish({ passed: isPassed, ...counts, leftOut: leftOut.length, failed, summary });
  return isPassed;
}

function listFiles(): readonly string[] {
  return readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.int.test.ts'))
    .toSorted();
}
