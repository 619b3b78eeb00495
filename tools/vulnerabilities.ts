/**
 * `npm run vulnerabilities`: compares the lockfile with the registry's advisories. It fails for a
 * shipped package with a known vulnerability of severity moderate or higher. If the advisories
 * can't be reached, it says so clearly, because that is not a pass.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TIMEOUT_MS = 60_000;
const FAILING = ['moderate', 'high', 'critical'];

export type Audited =
  | { readonly kind: 'clean' }
  | { readonly kind: 'vulnerable'; readonly packages: readonly string[] }
  /** The reason why nothing is known. */
  | { readonly kind: 'unknown'; readonly reason: string };

type Report = {
  readonly message?: string;
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity?: string }>>;
};

/** Evaluates npm's report in JSON. */
export function judgeReport(text: string): Audited {
  let report: Report;
  try {
    report = JSON.parse(text) as Report;
  } catch {
    return { kind: 'unknown', reason: 'npm gave no report' };
  }
  if (report.vulnerabilities === undefined) {
    return { kind: 'unknown', reason: report.message ?? 'npm gave no report' };
  }
  const packages = Object.entries(report.vulnerabilities)
    .filter(([, { severity = '' }]) => FAILING.includes(severity))
    .map(([name, { severity = '' }]) => `${name}: ${severity}`);
  return packages.length === 0 ? { kind: 'clean' } : { kind: 'vulnerable', packages };
}

/** Queries the registry about the shipped packages. */
export function auditLockfile(): Audited {
  const words = ['audit', '--json', '--omit=dev', '--package-lock-only'];
  const { stdout } = spawnSync('npm', words, {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
  });
  return judgeReport(stdout ?? '');
}

if (import.meta.main) {
  const audited = auditLockfile();
  if (audited.kind === 'clean') console.log('No known vulnerabilities in what is shipped.');
  if (audited.kind === 'vulnerable') for (const line of audited.packages) console.error(line);
  if (audited.kind === 'unknown') {
    console.error(`!! NOT CHECKED for known vulnerabilities: ${audited.reason}`);
  }
  process.exitCode = audited.kind === 'vulnerable' ? 1 : 0;
}
