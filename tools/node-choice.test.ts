import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { chooseProductNode, rejectionOfToolsNode } from './node-choice.mjs';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'halyard-node-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function pin(script: string): string {
  const path = join(root, 'node_modules/.bin/node');
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

const NODE_20 = { version: '20.20.2', path: '/usr/bin/node', platform: 'linux x64' };
const NODE_24 = { version: '24.1.0', path: '/opt/node', platform: 'darwin arm64' };

it.each([
  ['18.20.0', true],
  ['20.18.9', true],
  ['20.19.0', false],
  ['20.20.2', false],
  ['22.0.0', false],
  ['24.21.0', false],
])('refuses Node %s for the tools: %s', (version, isRefused) => {
  expect(rejectionOfToolsNode(version) !== undefined).toBe(isRefused);
});

it('says which Node is needed and which one runs', () => {
  expect(rejectionOfToolsNode('18.1.0')).toMatch(/20\.19.*18\.1\.0/);
});

it('prefers the pinned Node to the running one', () => {
  const pinned = pin('echo v24.0.0');
  expect(chooseProductNode(root, NODE_24)).toEqual({ path: pinned });
  expect(chooseProductNode(root, NODE_20)).toEqual({ path: pinned });
});

it('uses a recent running Node if none is pinned or the pinned one does not start', () => {
  expect(chooseProductNode(root, NODE_24)).toEqual({ path: '/opt/node' });
  pin('exit 1');
  expect(chooseProductNode(root, NODE_24)).toEqual({ path: '/opt/node' });
});

it('rejects with the platform and what to install if there is neither', () => {
  expect(chooseProductNode(root, NODE_20)).toEqual({
    rejection: expect.stringMatching(/linux x64.*install Node 24/),
  });
});
