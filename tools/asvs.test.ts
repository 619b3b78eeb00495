// The answers to OWASP ASVS 5.0 (levels 1 and 2) and the page that is generated from them.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const STATES = ['met', 'operator', 'n/a', 'exception', 'partly', 'not-met'] as const;
const REQUIREMENTS = 253;
/** As they stand; a number that falls is lowered here, and none may rise. */
const OPEN_MAX = { partly: 0, 'not-met': 0 };
/** A path in backquotes, or one that begins with a folder of the repository. */
const NAMED_FILE =
  /`[\w.@/-]+\/[\w.@-]+\.\w+`|`[A-Z-]+\.md`|(?<![\w./`])(?:packages|docs|deploy|tools|e2e)\/[\w.@/-]+\.\w+/g;
const HEAD = [
  '# OWASP ASVS 5.0, levels 1 and 2',
  '',
  'Generated from `asvs.tsv` beside it by `npm run asvs`; a test checks that every file that an answer names exists. `met`: the named code, test or document meets the requirement. `operator`: it is met by what [hardening.md](../operate/hardening.md) asks of the operator. `exception`: it is not met to the letter, for the reason given. `partly` and `not-met`: the answer names the gap. The findings of the first review name files without a line; where one has been mended since, the answer is new.',
  '',
];

type Row = {
  readonly id: string;
  readonly level: string;
  readonly state: string;
  readonly text: string;
};

function readRows(): readonly Row[] {
  const lines = readFileSync(`${ROOT}docs/compliance/asvs.tsv`, 'utf8').trim().split('\n').slice(1);
  return lines.map((line) => {
    const [id = '', level = '', state = '', text = ''] = line.split('\t');
    return { id, level, state, text };
  });
}

function toPage(rows: readonly Row[]): string {
  const counts = STATES.map(
    (state) => `| ${state} | ${countOf(rows, state, '1')} | ${countOf(rows, state, '2')} |`,
  );
  const answers = rows.map(
    ({ id, level, state, text }) =>
      `| ${id} | ${level} | ${state} | ${text.replaceAll('|', '\\|')} |`,
  );
  const summary = ['| state | level 1 | level 2 |', '| --- | --: | --: |', ...counts, ''];
  const table = [
    '| requirement | level | state | proof or gap |',
    '| --- | --- | --- | --- |',
    ...answers,
    '',
  ];
  return [...HEAD, ...summary, ...table].join('\n');
}

function countOf(rows: readonly Row[], state: string, level?: string): number {
  return rows.filter((row) => row.state === state && (level === undefined || row.level === level))
    .length;
}

it('answers each requirement once, with a known state and a reason', () => {
  const rows = readRows();
  expect(new Set(rows.map(({ id }) => id)).size).toBe(REQUIREMENTS);
  expect(rows).toHaveLength(REQUIREMENTS);
  expect(rows.filter(({ state }) => !STATES.some((known) => known === state))).toEqual([]);
  expect(rows.filter(({ state, text }) => state !== 'n/a' && text === '')).toEqual([]);
});

it('names only files that exist', () => {
  const named = readRows().flatMap(({ id, text }) =>
    [...text.matchAll(NAMED_FILE)].map(([path]) => ({ id, path: path.replaceAll('`', '') })),
  );
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter(({ path }) => !existsSync(`${ROOT}${path}`))).toEqual([]);
});

it('has no more open requirements than before', () => {
  const rows = readRows();
  expect(countOf(rows, 'partly')).toBeLessThanOrEqual(OPEN_MAX.partly);
  expect(countOf(rows, 'not-met')).toBeLessThanOrEqual(OPEN_MAX['not-met']);
});

it('matches the generated documentation', async () => {
  await expect(toPage(readRows())).toMatchFileSnapshot('../docs/compliance/asvs.md');
});
