// The rules for secrets on every file of the repository, and the advisories on what is shipped.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import type { Finding, Scan } from './finding.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const SECRETS = `import { scanRepository } from './tools/secrets/find-secrets.ts';
process.stdout.write(JSON.stringify(scanRepository()));`;
const ADVISORIES = `import { auditLockfile } from './tools/vulnerabilities.ts';
process.stdout.write(JSON.stringify(auditLockfile()));`;

type Secret = { readonly path: string; readonly line: number; readonly rule: string };
type Audited = { readonly kind: string; readonly reason?: string; readonly packages?: string[] };

export async function scanForSecrets(): Promise<Scan> {
  const found = (await runModule(SECRETS)) as readonly Secret[];
  const findings = found.map(({ path, line, rule }): Finding => ({
    tool: 'secrets',
    kind: rule,
    where: `${path}:${line}`,
    text: 'looks like a secret',
  }));
  return { kind: 'ran', findings, checked: 'all files of the repository' };
}

export async function scanForAdvisories(): Promise<Scan> {
  const { kind, reason = '', packages = [] } = (await runModule(ADVISORIES)) as Audited;
  // The evidence names no registry: each installation has its own.
  if (kind === 'unknown') return { kind: 'not-run', reason: reason.replaceAll(/https?:\S+/g, '') };
  const findings = packages.map((text): Finding => ({
    tool: 'advisories',
    kind: 'known vulnerability',
    where: 'package-lock.json',
    text,
  }));
  return { kind: 'ran', findings, checked: 'what is shipped' };
}

/** The tools are no part of the server, so their modules run in a process of their own. */
async function runModule(source: string): Promise<unknown> {
  const words = ['--input-type=module', '--eval', source];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: ROOT });
  return JSON.parse(stdout) as unknown;
}
