// Searches the files of the repository for secrets: by the forms of well-known keys, and by
// assignments of long random texts. Prints file, line and rule, never the secret itself.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ALLOWED_SECRETS } from './allowed-secrets.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FILE_BYTES_MAX = 2_000_000;
const RANDOM_LENGTH_MIN = 24;
/** The entropy in bits per character from which a text looks random; English words have about 3. */
const ENTROPY_MIN = 4;

type Rule = { readonly name: string; readonly pattern: RegExp; readonly isRandom?: true };

const SECRET_RULES: readonly Rule[] = [
  { name: 'private key', pattern: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s*[\w+/=]{40,}/ },
  { name: 'AWS key', pattern: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/ },
  { name: 'GitHub token', pattern: /\bgh[pousr]_[A-Za-z0-9]{36,}\b|\bgithub_pat_\w{60,}\b/ },
  { name: 'GitLab token', pattern: /\bglpat-[\w-]{20,}\b/ },
  { name: 'npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/ },
  { name: 'Slack token', pattern: /\bxox[abeoprs]-[\w-]{10,}/ },
  { name: 'Stripe key', pattern: /\b[rs]k_live_[A-Za-z0-9]{20,}\b/ },
  { name: 'Google key', pattern: /\bAIza[\w-]{35}\b/ },
  { name: 'SendGrid key', pattern: /\bSG\.[\w-]{22}\.[\w-]{43}\b/ },
  { name: 'JSON Web Token', pattern: /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/ },
  { name: 'registry credentials', pattern: /_auth(?:Token)?\s*=\s*[\w+/=-]{16,}/ },
  {
    name: 'password in an address',
    pattern: /\b(?:postgres(?:ql)?|smtps?|https?):\/\/[\w.-]+:(?<secret>[^\s@/:'"`$<{]{12,})@/,
    isRandom: true,
  },
  {
    name: 'random text in an assignment',
    pattern:
      /(?:secret|token|passw(?:or)?d|api_?key|private_?key)["']?\s*[:=]\s*["'`](?<secret>[\w+/=.-]{24,})["'`]/i,
    isRandom: true,
  },
];

type FoundSecret = { readonly path: string; readonly line: number; readonly rule: string };

/** Returns the places in a text that look like secrets. */
export function findSecrets(path: string, text: string): readonly FoundSecret[] {
  return SECRET_RULES.flatMap(({ name, pattern, isRandom }) => {
    const all = new RegExp(pattern.source, `${pattern.flags}g`);
    return [...text.matchAll(all)]
      .filter((match) => isRandom !== true || looksRandom(match.groups?.['secret'] ?? ''))
      .map(({ index }) => ({ path, line: text.slice(0, index).split('\n').length, rule: name }));
  });
}

function looksRandom(text: string): boolean {
  if (text.length < RANDOM_LENGTH_MIN || !/\d/.test(text)) return false;
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  const shares = [...counts.values()].map((count) => count / text.length);
  return shares.reduce((sum, share) => sum - share * Math.log2(share), 0) >= ENTROPY_MIN;
}

/** Returns the findings in the repository's files, without the permitted ones. */
export function scanRepository(): readonly FoundSecret[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 64_000_000,
    },
  );
  return listed
    .split('\0')
    .filter((path) => path !== '' && isText(path))
    .flatMap((path) => findSecrets(path, readFileSync(`${ROOT}${path}`, 'utf8')))
    .filter(
      ({ path, rule }) => !ALLOWED_SECRETS.some((one) => one.path === path && one.rule === rule),
    );
}

function isText(path: string): boolean {
  if (/\.(?:png|jpe?g|gif|woff2?|gz|br|webm|mp4|pdf|bin|zst|ico)$/.test(path)) return false;
  const found = statSync(`${ROOT}${path}`, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size <= FILE_BYTES_MAX;
}
