/** `npm run check`: format, lint, types, import rules, dead code, project rules, unit tests. */
import './require-node.mjs';
import { fileURLToPath } from 'node:url';
import { runChecks } from './check-steps.mjs';
import { stopChildrenOnSignals } from './children.mjs';
import { prepare, runCommand } from './prepare.mjs';
import { say, secondsSince } from './progress.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

stopChildrenOnSignals();
await runCommand(async () => {
  const node = await prepare(root);
  const startedMs = performance.now();
  const { failedSteps, unitTests } = await runChecks(root, node);
  const failures = failedSteps.length + unitTests.failed;
  say(
    failures === 0
      ? `All checks passed, ${unitTests.passed} unit tests, in ${secondsSince(startedMs)}`
      : `Failed: ${[...failedSteps, ...(unitTests.failed > 0 ? [`${unitTests.failed} unit tests`] : [])].join(', ')} (${secondsSince(startedMs)})`,
  );
  if (failures > 0) process.exitCode = 1;
});
