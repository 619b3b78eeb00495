import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createSbom, type Lockfile } from './sbom.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const AT = '2026-11-24T00:00:00Z';
const lockfile = JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8')) as Lockfile;

it('has every workspace and every package of the lockfile, once', () => {
  const { packages, relationships } = createSbom(lockfile, AT);
  const links = Object.entries(lockfile.packages).filter(([, { link }]) => link === true);
  const workspaces = links.map(([path]) => path.replace('node_modules/', ''));
  expect(workspaces.length).toBeGreaterThan(6);
  const names = packages.map(({ name }) => name);
  expect(workspaces.filter((name) => !names.includes(name))).toEqual([]);
  expect(packages).toHaveLength(Object.keys(lockfile.packages).length - links.length);
  expect(new Set(packages.map(({ SPDXID }) => SPDXID)).size).toBe(packages.length);
  expect(relationships).toHaveLength(packages.length);
});

it('has licence, checksum and address of what is shipped', () => {
  const { packages } = createSbom(lockfile, AT);
  expect(packages.find(({ name }) => name === 'fastify')).toMatchObject({
    versionInfo: lockfile.packages['node_modules/fastify']?.version,
    licenseDeclared: 'MIT',
    checksums: [{ algorithm: 'SHA512', checksumValue: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    externalRefs: [{ referenceLocator: expect.stringMatching(/^pkg:npm\/fastify@/) }],
  });
});

it('distinguishes development tools from shipped packages', () => {
  const { packages, relationships } = createSbom(lockfile, AT);
  const typeOf = (name: string) => {
    const id = packages.find((one) => one.name === name)?.SPDXID;
    return relationships.find(
      ({ spdxElementId, relatedSpdxElement }) =>
        spdxElementId === id || (relatedSpdxElement === id && spdxElementId !== 'SPDXRef-DOCUMENT'),
    )?.relationshipType;
  };
  expect(typeOf('vitest')).toBe('DEV_TOOL_OF');
  expect(typeOf('fastify')).toBe('DEPENDS_ON');
  expect(typeOf('@halyard/core')).toBe('CONTAINS');
});

it('is reproducible to the byte', () => {
  expect(JSON.stringify(createSbom(lockfile, AT))).toBe(JSON.stringify(createSbom(lockfile, AT)));
});
