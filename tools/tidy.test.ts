import { expect, it } from 'vitest';
import { faultsOf, faultsOfLockfile } from './tidy.ts';

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
  expect(faultsOf(path, '')).toEqual([]);
});

it.each([
  ['packages/core/src/money/amountText.ts', 'kebab-case'],
  ['packages/web/src/ui/Button.tsx', 'kebab-case'],
  ['packages/web/src/utils/money.ts', 'does not say'],
  ['packages/server/src/platform/db/helpers.ts', 'does not say'],
  ['packages/server/src/features/trading/trading-service.ts', 'does not say'],
])('reports the name %s', (path, fault) => {
  expect(faultsOf(path, '')).toEqual([expect.stringContaining(fault)]);
});

it.each([
  [CORE, '// TODO round', 'open an issue'],
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
])('reports in %s: %s', (path, line, instead) => {
  expect(faultsOf(path, `fine\n${line}\n`)).toEqual([expect.stringMatching(`:2: .*${instead}`)]);
});

it.each([
  [CORE, '// oxlint-disable-next-line no-bitwise -- the protocol packs flags'],
  [CORE, '// @ts-expect-error -- the type is proved wrong here'],
  [CORE, 'const opened = new Date(openedAtMs);'],
  ['packages/server/src/settings.ts', "process.env['PORT']"],
  ['packages/server/src/platform/clock/clock.ts', 'new Date()'],
  ['packages/core/src/time/time.ts', 'export const DAY_MS = 24 * HOUR_MS;'],
  ['package.json', '    "node": ">=20.19"'],
  ['.npmrc', 'omit-lockfile-registry-resolved=true'],
  ['docs/guide.md', 'GET /api/home/page'],
])('accepts in %s: %s', (path, line) => {
  expect(faultsOf(path, line)).toEqual([]);
});

it('reports a file of more than 400 lines', () => {
  expect(faultsOf(CORE, 'x\n'.repeat(400))).toEqual([]);
  expect(faultsOf(CORE, 'x\n'.repeat(401))).toEqual([`${CORE}: 401 lines; at most 400`]);
});

it('reports download addresses in the lockfile and nothing else', () => {
  expect(faultsOfLockfile('"resolved": "packages/core"')).toEqual([]);
  expect(faultsOfLockfile('"resolved": "https://x/y.tgz"')).toHaveLength(1);
});
