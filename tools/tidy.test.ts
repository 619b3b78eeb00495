import { expect, it } from 'vitest';
import { problemsOf, problemsOfFolders, problemsOfLockfile } from './tidy.ts';

const CORE = 'packages/core/src/money/cents.ts';

it.each([
  'packages/core/src/money/amount-text.ts',
  'packages/server/test/identity/sign-in.int.test.ts',
  'packages/server/migrations/0001-accounts.sql',
  'README.md',
  '.oxlintrc.json',
  'tsconfig.base.json',
  'packages/web/src/features/password/new-password.tsx',
])('accepts the name %s', (path) => {
  expect(problemsOf(path, '')).toEqual([]);
});

it.each([
  ['packages/core/src/money/amountText.ts', 'kebab-case'],
  ['packages/web/src/ui/Button.tsx', 'kebab-case'],
  ['packages/web/src/utils/money.ts', 'does not say'],
  ['packages/server/src/platform/db/helpers.ts', 'does not say'],
  ['packages/server/src/features/trading/trading-service.ts', 'does not say'],
])('reports the name %s', (path, problem) => {
  expect(problemsOf(path, '')).toEqual([expect.stringContaining(problem)]);
});

it.each([
  [CORE, '// TODO round', 'open an issue'],
  [CORE, '// A deed of the customer.', '"action"'],
  ['e2e/customer/popups.spec.ts', '// Announcements of the house.', '"broker"'],
  ['docs/operate/mail.md', 'Starts anew.', '"again"'],
  [CORE, '// oxlint-disable-next-line no-console', 'the reason'],
  [CORE, '// @ts-expect-error', 'the reason'],
  [CORE, '// @ts-ignore -- because', 'mend the cause'],
  [CORE, "import { x } from '../../x.ts';", '# import'],
  [CORE, "export * from './cents.ts';", 'name what'],
  [CORE, 'const now = new Date();', 'clock'],
  ['packages/server/src/features/trading/x.ts', "process.env['PORT']", 'settings'],
  ['packages/core/src/money/cents.test.ts', "it.skip('adds', () => {});", 'skipIf'],
  ['packages/core/src/money/cents.test.ts', "it('should add', () => {});", 'title'],
  ['docs/guide.md', 'Run `/home/someone/halyard/x`', 'one machine'],
  ['packages/web/src/data/x.ts', 'const DAY_MS = 86_400_000;', 'core/time'],
  ['.npmrc', 'registry=https://registry.example', 'registry'],
  ['packages/core/package.json', '    "zod": "^4.0.0"', 'exact'],
  ['docs/notes.md', `key ${'AKIA'}ABCDEFGHIJKLMNOP`, 'no secret'],
  ['deploy/key.pem', `-----BEGIN ${'PRIVATE'} KEY-----`, 'no secret'],
])('reports in %s: %s', (path, line, instead) => {
  expect(problemsOf(path, `fine\n${line}\n`)).toEqual([expect.stringMatching(`:2: .*${instead}`)]);
});

it.each([
  [CORE, '// oxlint-disable-next-line no-bitwise -- the protocol packs flags'],
  [CORE, '// @ts-expect-error -- the type is proved wrong here'],
  [CORE, 'const opened = new Date(openedAtMs);'],
  ['packages/server/src/config/environment.ts', "process.env['PORT']"],
  ['packages/server/src/platform/clock/clock.ts', 'new Date()'],
  ['packages/core/src/time/time.ts', 'export const DAY_MS = 24 * HOUR_MS;'],
  ['package.json', '    "node": ">=20.19"'],
  ['.npmrc', 'omit-lockfile-registry-resolved=true'],
  ['docs/guide.md', 'GET /api/home/page'],
])('accepts in %s: %s', (path, line) => {
  expect(problemsOf(path, line)).toEqual([]);
});

it('reports a file of more than 350 lines', () => {
  expect(problemsOf(CORE, 'x\n'.repeat(350))).toEqual([]);
  expect(problemsOf(CORE, 'x\n'.repeat(351))).toEqual([`${CORE}: 351 lines; at most 350`]);
});

it('reports a folder that holds more than 40 files, without those of its subfolders', () => {
  const filesIn = (folder: string, count: number): string[] =>
    Array.from({ length: count }, (_, index) => `${folder}/part-${index}.ts`);
  const full = filesIn('packages/core/src/money', 40);
  expect(problemsOfFolders([...full, ...filesIn('packages/core/src/money/rates', 40)])).toEqual([]);
  expect(problemsOfFolders([...full, 'packages/core/src/money/one-more.ts'])).toEqual([
    'packages/core/src/money: 41 files; at most 40 – instead: subfolders by subject',
  ]);
});

it('accepts more than 40 decisions in their folder', () => {
  const decisions = Array.from({ length: 41 }, (_, index) => `docs/decisions/${index}.md`);
  expect(problemsOfFolders(decisions)).toEqual([]);
});

it('reports download addresses in the lockfile and nothing else', () => {
  expect(problemsOfLockfile('"resolved": "packages/core"')).toEqual([]);
  expect(problemsOfLockfile('"resolved": "https://x/y.tgz"')).toHaveLength(1);
});
