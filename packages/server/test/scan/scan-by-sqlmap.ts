// sqlmap on every target: each parameter of query, body and path with its usual payloads for
// PostgreSQL.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding, Scan } from './finding.ts';
import { runTool } from './run-tool.ts';
import type { ScanTarget } from './scan-targets.ts';
import type { WeakSite } from './weak-site.ts';

const TARGET_MAX_MS = 900_000;
const AT_ONCE = 2;
/**
 * A rejection is the usual answer to a payload, so its status is ignored. Answers differ by their
 * request id, from which sqlmap can conclude that a query has hundreds of columns: it tries 20. The
 * ten seconds of a delay stand out on a busy machine.
 */
const OPTIONS =
  '--batch --disable-coloring --flush-session --level 1 --risk 1 --dbms PostgreSQL --union-cols 1-20 --time-sec 10 --timeout 30 --retries 1 --skip-waf --ignore-code 400,401,403,404,405,409,413,415,422,429'.split(
    ' ',
  );
/** Confirmed, or an error of the database in an answer; what only appears to be injectable is not. */
const INJECTABLE = /^Parameter: .*|might be injectable/gm;
const SERVER_ERRORS = /\b(5\d\d) \([\w ]+\) - (\d+) times/g;
/** Said when it gave up before it had tested anything; the exceptions are results and warnings. */
const GIVEN_UP =
  /\[CRITICAL\] (?!all tested parameters|target URL content appears to be heavily|considerable lagging)(.*)/;

type Options = {
  readonly url: string;
  readonly targets: readonly ScanTarget[];
  readonly weak: WeakSite;
  readonly folder: string;
  progress(text: string): void;
};

export async function scanBySqlmap(options: Options): Promise<Scan> {
  const { url, targets, weak, folder, progress } = options;
  const proof = await sqlmap({ address: weak.sqlUrl, folder, name: 'proof' });
  if (proof.kind === 'missing') return { kind: 'not-run', reason: 'sqlmap is not installed' };
  if (proof.kind !== 'ended' || !/^Parameter: id/m.test(proof.output)) {
    return { kind: 'not-run', reason: 'sqlmap does not find the injection that is there' };
  }
  const findings: Finding[] = [];
  const waiting = [...targets.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, target] = next;
      const address = `${url}${target.path}`;
      const run = await sqlmap({ ...target, address, folder, name: `target-${index}` });
      const found = run.kind === 'ended' ? judge(target.name, run.output) : [tooLong(target.name)];
      findings.push(...found);
      progress(`sqlmap ${index + 1}/${targets.length} ${target.name}: ${found.length} findings`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { kind: 'ran', findings, checked: `${targets.length} targets` };
}

async function sqlmap(options: {
  readonly address: string;
  readonly json?: string;
  readonly token?: string;
  readonly folder: string;
  readonly name: string;
}) {
  const { address, json, token, folder, name } = options;
  const own = join(folder, name);
  const words = [
    ...OPTIONS,
    '-u',
    address,
    '--output-dir',
    own,
    ...(json === undefined ? [] : ['--data', json, '--headers', 'Content-Type: application/json']),
    ...(token === undefined ? [] : ['--header', `Authorization: Bearer ${token}`]),
  ];
  const run = await runTool('sqlmap', words, { timeoutMs: TARGET_MAX_MS, folder });
  rmSync(own, { recursive: true, force: true });
  return run;
}

function judge(where: string, output: string): readonly Finding[] {
  const injectable = [...output.matchAll(INJECTABLE)].map(([text]): Finding => ({
    tool: 'sqlmap',
    kind: 'injection',
    where,
    text,
  }));
  const errors = [...output.matchAll(SERVER_ERRORS)].map(
    ([, status = '', times = '']): Finding => ({
      tool: 'sqlmap',
      kind: `status ${status}`,
      where,
      text: `${times} answers`,
    }),
  );
  const [, reason] = GIVEN_UP.exec(output) ?? [];
  const isUntested = reason !== undefined || !/all tested parameters|identified the/.test(output);
  return isUntested && injectable.length === 0
    ? [...errors, { tool: 'sqlmap', kind: 'untested', where, text: reason ?? lastLine(output) }]
    : [...injectable, ...errors];
}

function lastLine(output: string): string {
  return (
    output
      .trim()
      .split('\n')
      .findLast((line) => line.includes('[')) ?? 'it said nothing'
  );
}

function tooLong(where: string): Finding {
  return { tool: 'sqlmap', kind: 'untested', where, text: `not finished in ${TARGET_MAX_MS} ms` };
}
