/**
 * The software bill of materials of a release: SPDX 2.3 in JSON. It is computed from the lockfile
 * alone, so that every machine writes the same bytes. It lists every workspace of this repository
 * and every package that any of them installs. Packages that are not shipped are marked as
 * development tools.
 */
import { createHash } from 'node:crypto';

export type LockedPackage = {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
};
export type Lockfile = {
  readonly version: string;
  readonly packages: Readonly<Record<string, LockedPackage>>;
};

type Checksum = { readonly algorithm: string; readonly checksumValue: string };
export type SpdxPackage = {
  readonly SPDXID: string;
  readonly name: string;
  readonly versionInfo: string;
  readonly downloadLocation: string;
  readonly filesAnalyzed: false;
  readonly licenseConcluded: string;
  readonly licenseDeclared: string;
  readonly copyrightText: string;
  readonly primaryPackagePurpose?: string;
  readonly checksums?: readonly Checksum[];
  readonly externalRefs?: readonly object[];
};
type Relationship = {
  readonly spdxElementId: string;
  readonly relationshipType: string;
  readonly relatedSpdxElement: string;
};
export type Sbom = {
  readonly packages: readonly SpdxPackage[];
  readonly relationships: readonly Relationship[];
  readonly [name: string]: unknown;
};

const MODULES = 'node_modules/';
const DOCUMENT = 'SPDXRef-DOCUMENT';
const ROOT = 'SPDXRef-halyard';
const UNKNOWN = 'NOASSERTION';

/** Returns the document; `createdAt` is the time of the commit, in UTC without fractions. */
export function createSbom(lockfile: Lockfile, createdAt: string): Sbom {
  const entries = Object.entries(lockfile.packages).filter(
    ([path, { link }]) => path !== '' && link !== true,
  );
  const packages = entries.map(([path, locked]) => toPackage(path, locked));
  const digest = createHash('sha256').update(JSON.stringify(lockfile)).digest('hex');
  const root = {
    ...toPackage('', { ...lockfile.packages[''], version: lockfile.version }),
    SPDXID: ROOT,
    name: 'halyard',
    primaryPackagePurpose: 'APPLICATION',
  };
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: DOCUMENT,
    name: `halyard-${lockfile.version}`,
    documentNamespace: `urn:sha256:${digest}`,
    creationInfo: { created: createdAt, creators: ['Tool: halyard-release'] },
    packages: [root, ...packages],
    relationships: [
      { spdxElementId: DOCUMENT, relationshipType: 'DESCRIBES', relatedSpdxElement: ROOT },
      ...entries.map(([path, locked]) => relate(path, locked)),
    ],
  };
}

function toPackage(path: string, locked: LockedPackage): SpdxPackage {
  const name = nameOf(path, locked);
  const version = locked.version ?? '';
  const isForeign = path.includes(MODULES);
  const licence = locked.license ?? (isForeign ? UNKNOWN : 'Apache-2.0');
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    SPDXID: idOf(path),
    name,
    versionInfo: version,
    downloadLocation: UNKNOWN,
    filesAnalyzed: false,
    licenseConcluded: UNKNOWN,
    licenseDeclared: licence,
    copyrightText: UNKNOWN,
    ...(isForeign
      ? {
          checksums: toChecksums(locked.integrity),
          externalRefs: [
            {
              referenceCategory: 'PACKAGE-MANAGER',
              referenceType: 'purl',
              referenceLocator: purl,
            },
          ],
        }
      : {}),
  };
}

/**
 * Returns the name of a package: for an installed one, what follows the last node_modules of its
 * path; otherwise the path.
 */
function nameOf(path: string, { name }: LockedPackage): string {
  if (name !== undefined) return name;
  const at = path.lastIndexOf(MODULES);
  return at < 0 ? path : path.slice(at + MODULES.length);
}

function relate(path: string, { dev }: LockedPackage): Relationship {
  if (!path.includes(MODULES)) {
    return { spdxElementId: ROOT, relationshipType: 'CONTAINS', relatedSpdxElement: idOf(path) };
  }
  return dev === true
    ? { spdxElementId: idOf(path), relationshipType: 'DEV_TOOL_OF', relatedSpdxElement: ROOT }
    : { spdxElementId: ROOT, relationshipType: 'DEPENDS_ON', relatedSpdxElement: idOf(path) };
}

function toChecksums(integrity: string | undefined): readonly Checksum[] {
  return (integrity ?? '').split(' ').flatMap((one) => {
    const [algorithm = '', digest = ''] = one.split(/-(.*)/s);
    if (!/^sha\d+$/.test(algorithm)) return [];
    const checksumValue = Buffer.from(digest, 'base64').toString('hex');
    return [{ algorithm: algorithm.toUpperCase(), checksumValue }];
  });
}

/**
 * Returns an id of letters, digits, dots and hyphens; the hash distinguishes paths that differ in
 * other characters.
 */
function idOf(path: string): string {
  const plain = path.replaceAll(/[^A-Za-z0-9.-]+/g, '-');
  return `SPDXRef-${plain}-${createHash('sha256').update(path).digest('hex').slice(0, 8)}`;
}
