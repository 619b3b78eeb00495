import { execFileSync, spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { listRunbooks, PROMETHEUS, readAlerts } from './monitoring-files.ts';

const hasPromtool = spawnSync('promtool', ['--version']).error === undefined;
const title = 'each injected failure raises its alert and no other';

it('gives each alert a runbook page, and each page an alert', () => {
  const alerts = readAlerts();
  expect(alerts.length).toBeGreaterThan(10);
  expect(alerts.map(({ runbook }) => runbook).toSorted()).toEqual([...listRunbooks()].toSorted());
});

it.skipIf(!hasPromtool)(hasPromtool ? title : `${title}: SKIPPED, no promtool`, () => {
  const run = (): Buffer =>
    execFileSync('promtool', ['test', 'rules', `${PROMETHEUS}alerts.test.yaml`]);
  expect(run).not.toThrow();
});
