// testssl.sh on a proxy example: protocols, ciphers, known attacks, certificate and headers.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding, Scan } from './finding.ts';
import { runTool } from './run-tool.ts';

const RUN_MAX_MS = 900_000;
const OPTIONS =
  '--quiet --color 0 --warnings off --nodns none --ip 127.0.0.1 --connect-timeout 10 --openssl-timeout 10'.split(
    ' ',
  );
const GOOD = ['OK', 'INFO', 'DEBUG'];
/** A run that says less has not tested the server. */
const CHECKS_MIN = 100;
/** A busy machine answers some handshakes too late; they are not tested then. */
const RUNS_MAX = 3;
const UNANSWERED = /connect problem/;

type Check = { readonly id: string; readonly severity: string; readonly finding: string };

type Options = { readonly proxy: string; readonly port: number; readonly folder: string };

/** Runs again while a handshake was not answered, which says nothing about the server. */
export async function scanByTestssl(options: Options): Promise<Scan> {
  let scan = await scanOnce(options);
  for (let runs = 1; runs < RUNS_MAX && hasUnanswered(scan); runs += 1) {
    scan = await scanOnce(options);
  }
  return scan;
}

function hasUnanswered(scan: Scan): boolean {
  return scan.kind === 'ran' && scan.findings.some(({ text }) => UNANSWERED.test(text));
}

async function scanOnce({ proxy, port, folder }: Options): Promise<Scan> {
  const report = join(folder, `testssl-${proxy}.json`);
  // It writes to no file that exists.
  rmSync(report, { force: true });
  const words = [...OPTIONS, '--jsonfile', report, `https://localhost:${port}/`];
  const run = await runTool('testssl', words, { timeoutMs: RUN_MAX_MS, folder });
  if (run.kind === 'missing') return { kind: 'not-run', reason: 'testssl.sh is not installed' };
  if (run.kind === 'too-long') return { kind: 'not-run', reason: 'testssl.sh did not end in time' };
  const checks = readChecks(report);
  if (checks.length < CHECKS_MIN) {
    const reason = `testssl.sh made ${checks.length} checks: ${run.output.slice(-500)}`;
    return { kind: 'not-run', reason };
  }
  const findings = checks
    .filter(({ severity }) => !GOOD.includes(severity))
    .map(({ id, severity, finding }): Finding => ({
      tool: 'testssl',
      kind: id,
      where: proxy,
      text: `${severity}: ${finding}`,
    }));
  return { kind: 'ran', findings, checked: `${proxy}, ${checks.length} checks` };
}

function readChecks(report: string): readonly Check[] {
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as readonly Check[];
  } catch {
    return [];
  }
}
