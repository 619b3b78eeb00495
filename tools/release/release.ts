/**
 * `npm run release`: creates the release in release/: the installation archive, the sources, the
 * SBOM, and the checksums of all. The same commit always gives the same bytes, because times,
 * owners and order follow from the commit. The working tree must be clean.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { auditLockfile } from '../vulnerabilities.ts';
import { packFolder } from './pack-folder.ts';
import { createSbom, type Lockfile } from './sbom.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const target = join(root, 'release');

const read = (command: string, ...words: readonly string[]): string =>
  execFileSync(command, words, { cwd: root, encoding: 'utf8' }).trim();

if (read('git', 'status', '--porcelain') !== '') {
  console.error('The checkout has changes: commit them first.');
  process.exit(1);
}
const audited = auditLockfile();
if (audited.kind === 'vulnerable') {
  console.error(`Upgrade these packages first:\n${audited.packages.join('\n')}`);
  process.exit(1);
}
if (audited.kind === 'unknown') {
  console.error(`!! NOT CHECKED for known vulnerabilities: ${audited.reason}`);
}
const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile;
const { version } = lockfile;
const name = `halyard-${version}`;
const seconds = Number(read('git', 'log', '-1', '--format=%ct'));
const createdAt = new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z');
rmSync(target, { recursive: true, force: true });
mkdirSync(target);

const built = mkdtempSync(join(tmpdir(), 'halyard-release-'));
try {
  const folder = join(built, name);
  execFileSync(join(root, 'deploy/build-root.sh'), [folder], { stdio: 'inherit' });
  const platform = `${process.platform}-${process.arch}`;
  packFolder(folder, { path: join(target, `${name}-${platform}.tar.gz`), seconds });
} finally {
  rmSync(built, { recursive: true, force: true });
}
const sources = join(target, `${name}-source.tar`);
read('git', 'archive', `--prefix=${name}/`, '--format=tar', `--output=${sources}`, 'HEAD');
read('gzip', '-9n', sources);
const sbom = JSON.stringify(createSbom(lockfile, createdAt), undefined, 2);
writeFileSync(join(target, `${name}.spdx.json`), `${sbom}\n`);
const made = read('ls', target).split('\n').toSorted();
const sums = made.map((file) => {
  const digest = createHash('sha256')
    .update(readFileSync(join(target, file)))
    .digest('hex');
  return `${digest}  ${file}`;
});
writeFileSync(join(target, 'SHA256SUMS'), `${sums.join('\n')}\n`);
for (const line of sums) console.log(line);
