/** `npm run tidy`: the project rules that no other tool checks, each with the correction. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { findBannedWords } from './rules/banned-words.ts';
import {
  problemsOfAnchors,
  problemsOfDecision,
  problemsOfDecisionIndex,
  problemsOfDecisions,
  problemsOfGlossary,
  problemsOfLinks,
} from './rules/document-rules.ts';
import {
  problemsOfMigrations,
  MIGRATIONS,
  readMigrationFiles,
  readReleased,
  RELEASED,
} from './rules/migration-order.ts';

const NOT_OURS = new Set(['node_modules', 'dist', '.git', '.cache', '__pycache__']);
const NOT_OURS_AT_ROOT = new Set(['data', 'release', 'e2e/results', 'package-lock.json']);
const BINARY = new Set([
  '.png',
  '.ico',
  '.woff2',
  '.mmdb',
  '.jpg',
  '.webp',
  '.webm',
  '.gz',
  '.bin',
]);
const FILE_LINES_MAX = 350;
/**
 * A SQL function can't be split into files; `npm run commit-function` adds the parameters of this
 * one.
 */
const LINES_MAX_OF = new Map([['packages/server/migrations/functions/engine-commit.sql', 400]]);
const FOLDER_FILES_MAX = 40;
const DECISIONS = 'docs/decisions';
/** Folders that only ever grow, in the order of their files' numbers. */
const LISTS = new Set([DECISIONS, 'packages/server/migrations']);
/** Written by `npm run sdk`: one file for all types and one for all operations. */
const GENERATED = /^sdk\/typescript\/src\/generated\//;
const DECISION_INDEX = 'README.md';
/** Contains texts of third parties, with their own links. */
const NOTICES = 'THIRD-PARTY-NOTICES.md';

const CODE = /\.(?:ts|tsx|mjs|js|sql|css)$/;
const SCRIPT = /\.(?:ts|tsx|mjs|js)$/;
const TIDY_ITSELF = /^tools\/tidy(?:\.test)?\.ts$/;
const HEADLESS_PRODUCT = /^packages\/(?:core|contract|market|server)\/src\//;

const KEBAB_CASE = /^\.?[a-z0-9]+(?:[-.][a-z0-9]+)*$/;
/** Names that conventions of projects prescribe, or the tools that read the files under deploy/. */
const NAMES_FIXED_ELSEWHERE =
  /^(?:[A-Z_-]+(?:\.md)?|pull_request_template\.md|Containerfile|Caddyfile|Chart\.yaml|__init__\.py)$/;
const NAMES_THAT_SAY_NOTHING =
  /^(?:utils?|helpers?|common|misc|shared|managers?|services?|impl|base|new|old|te?mp)$|-(?:utils?|helpers?|manager|service|impl)$/;

type Ban = { pattern: RegExp; instead: string; where: RegExp; except?: RegExp };

const BANS: readonly Ban[] = [
  { pattern: /\b(?:TODO|FIXME|XXX)\b/, instead: 'do it now, or open an issue', where: CODE },
  {
    pattern:
      /(?:oxlint|eslint)-disable(?!.* -- \w)|@ts-(?:ignore|nocheck)|@ts-expect-error(?! -- \w)/,
    instead: 'mend the cause, or end the line with " -- " and the reason',
    where: SCRIPT,
  },
  {
    pattern: /\b(?:it|test|describe)\.(?:skip|todo|only)\(/,
    instead: 'a test that runs, or skipIf with a printed reason',
    where: SCRIPT,
  },
  {
    pattern: /^\s*(?:it|test)\(\s*['"`].*\bshould\b/,
    instead: 'a plain present sentence as the title',
    where: SCRIPT,
  },
  {
    pattern: /from '(?:\.\.\/){2}/,
    instead: "the package's own # import",
    where: /^packages\/.*\.tsx?$/,
  },
  { pattern: /^export \* from/, instead: 'name what the file exports', where: SCRIPT },
  {
    pattern: /\bprocess\.env\b/,
    instead: 'the parsed settings',
    where: HEADLESS_PRODUCT,
    except: /^packages\/server\/src\/(?:config\/environment|main)\.ts$/,
  },
  {
    pattern: /\bnew Date\(\)/,
    instead: 'the injected clock',
    where: HEADLESS_PRODUCT,
    except: /^packages\/server\/src\/platform\/clock\//,
  },
  {
    pattern: /(?:^|[\s'"`(=])\/(?:(?:home|Users)\/[\w.-]+|root)\/\w/,
    instead: "a path relative to the checkout: this is one machine's",
    where: /./,
  },
  {
    pattern: /\bconst (?:SECOND|MINUTE|HOUR|DAY|WEEK)_MS\b/,
    instead: 'that of @halyard/core/time',
    where: /^(?:packages\/(?!testkit\/)|bench\/).*\.tsx?$/,
    except: /^packages\/core\/src\/time\//,
  },
  {
    // The forms of API keys (AWS, Google, GitHub, Slack, Stripe, npm) and of private keys.
    pattern:
      /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----|\bAKIA[0-9A-Z]{16}\b|\bAIza[\w-]{35}\b|\bgh[pousr]_\w{36}|\bxox[abprs]-\w{10}|\b[rs]k_live_\w{16}|\bnpm_\w{36}\b/,
    instead: 'no secret in the repository: change it where it is valid, then remove it',
    where: /./,
  },
  {
    pattern: /^\s*(?:[\w@:./-]*:)?registry\s*=/,
    instead: 'no registry of its own',
    where: /\.npmrc$/,
  },
  {
    pattern: /^\s*"(?!node")[@\w/.-]+": "[\^~><*]/,
    instead: 'an exact version',
    where: /(?:^|\/)package\.json$/,
  },
];

/** Returns what is wrong with a file, one sentence each. */
export function problemsOf(path: string, text: string): string[] {
  return [...problemsOfName(path), ...problemsOfText(path, text)].map(
    (problem) => `${path}${problem}`,
  );
}

function problemsOfName(path: string): string[] {
  return path
    .split('/')
    .filter((segment) => !NAMES_FIXED_ELSEWHERE.test(segment))
    .flatMap((segment) => {
      const stem = basename(segment, extname(segment));
      if (!KEBAB_CASE.test(segment)) return [`: "${segment}" is not in kebab-case`];
      return NAMES_THAT_SAY_NOTHING.test(stem) ? [`: "${stem}" does not say what it is`] : [];
    });
}

function problemsOfText(path: string, text: string): string[] {
  if (TIDY_ITSELF.test(path)) return [];
  const lines = text.split('\n');
  const bans = BANS.filter(({ where, except }) => where.test(path) && except?.test(path) !== true);
  const banned = lines.flatMap((line, index) =>
    bans
      .filter(({ pattern }) => pattern.test(line))
      .map(
        ({ pattern, instead }) =>
          `:${index + 1}: ${pattern.exec(line)?.[0].trim()} – instead: ${instead}`,
      ),
  );
  banned.push(...findBannedWords(path, lines));
  const length = lines.length - 1;
  const maximum = LINES_MAX_OF.get(path) ?? FILE_LINES_MAX;
  if (!CODE.test(path) || GENERATED.test(path) || length <= maximum) return banned;
  return [...banned, `: ${length} lines; at most ${maximum}`];
}

/** Returns one problem for each folder with too many files, not counting subfolders. */
export function problemsOfFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const folder of paths.map((path) => dirname(path))) {
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder, count]) => count > FOLDER_FILES_MAX && !LISTS.has(folder))
    .map(
      ([folder, count]) =>
        `${folder}: ${count} files; at most ${FOLDER_FILES_MAX} – instead: subfolders by subject`,
    );
}

/** Download addresses would tie the lockfile to the machine that wrote it. */
export function problemsOfLockfile(text: string): string[] {
  const addresses = text.match(/"resolved": "\w+:\/\//g) ?? [];
  return addresses.length > 0
    ? [`package-lock.json: ${addresses.length} download addresses; there must be none`]
    : [];
}

function listFiles(folder: string): string[] {
  return readdirSync(folder === '' ? '.' : folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (NOT_OURS.has(entry.name) || NOT_OURS_AT_ROOT.has(path)) return [];
    if (entry.isDirectory()) return listFiles(path);
    return entry.isFile() && !BINARY.has(extname(path)) ? [path] : [];
  });
}

function problemsOfDocuments(): string[] {
  const decisions = readdirSync(DECISIONS).filter((name) => name !== DECISION_INDEX);
  return [
    ...problemsOfDecisions(decisions),
    ...problemsOfDecisionIndex(decisions, readFileSync(join(DECISIONS, DECISION_INDEX), 'utf8')),
    ...decisions.flatMap((name) =>
      problemsOfDecision(name, readFileSync(join(DECISIONS, name), 'utf8')),
    ),
    ...problemsOfGlossary(readFileSync('docs/glossary.md', 'utf8')),
    ...problemsOfMigrations(
      readMigrationFiles(MIGRATIONS),
      readReleased(readFileSync(RELEASED, 'utf8')),
    ),
  ];
}

if (import.meta.main) {
  const files = listFiles('');
  const problems = [
    ...files.flatMap((path) => {
      const text = readFileSync(path, 'utf8');
      if (!path.endsWith('.md')) return problemsOf(path, text);
      const links = problemsOfLinks(path, text, existsSync);
      // A link to a missing file is reported once, by the other rule.
      const read = (other: string): string =>
        existsSync(other) ? readFileSync(other, 'utf8') : '';
      const anchors = path === NOTICES ? [] : problemsOfAnchors(path, text, read);
      return [...problemsOf(path, text), ...links, ...anchors];
    }),
    ...problemsOfFolders(files),
    ...problemsOfLockfile(readFileSync('package-lock.json', 'utf8')),
    ...problemsOfDocuments(),
  ];
  for (const problem of problems) console.error(problem);
  console.log(`${files.length} files, ${problems.length} untidy places`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
