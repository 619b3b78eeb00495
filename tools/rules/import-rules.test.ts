import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkImports } from '../rules.ts';

const folders: string[] = [];

afterEach(() => {
  for (const program of folders.splice(0)) rmSync(program, { recursive: true });
});

const PACKAGES: Record<string, object> = {
  core: { exports: { './money': './src/money/money.ts' }, imports: { '#*': './src/*' } },
  contract: { exports: { './*': './src/*.ts' }, dependencies: { '@halyard/core': '0.1.0' } },
  server: { imports: { '#*': './src/*' }, dependencies: { '@halyard/core': '0.1.0', pg: '8.0.0' } },
  web: {
    imports: { '#*': './src/*' },
    dependencies: {
      '@halyard/contract': '0.1.0',
      '@mantine/core': '9.0.0',
      '@mantine/form': '9.0.0',
    },
  },
  testkit: { exports: { '.': './src/testkit.ts' } },
};

const SOUND_FILES: Record<string, string> = {
  'packages/core/src/money/money.ts': "export { cents } from './cents.ts';",
  'packages/core/src/money/cents.ts': 'export const cents = 1;',
  'packages/core/src/money/testing/builder.ts': 'export const builder = 1;',
  'packages/core/src/money/built.test.ts': "import './testing/builder.ts';",
  'packages/core/src/money/amount.ts':
    "import type { Sum } from './sum.ts'; export type Amount = Sum;",
  'packages/core/src/money/sum.ts': 'export type Sum = 1;',
  'packages/core/src/ledger/ledger.ts': 'export const ledger = 1;',
  'packages/contract/src/wire.ts': "export { cents } from '@halyard/core/money';",
  'packages/testkit/src/testkit.ts': 'export const kit = 1;',
  'packages/server/src/platform/db/db.ts': 'export const db = 1;',
  'packages/server/src/platform/db/embedded/embedded.ts': 'export const embedded = 1;',
  'packages/server/src/platform/db/embedded/pages.ts': 'export const pages = 1;',
  'packages/server/src/engine/engine.ts': "export { runner } from './runner.ts';",
  'packages/server/src/engine/engine-owner.ts': 'export const owner = 1;',
  'packages/server/src/engine/runner.ts': 'export const runner = 1;',
  'packages/server/src/features/customers/customers.ts': 'export const customers = 1;',
  'packages/server/src/features/customers/store.ts': 'export const store = 1;',
  'packages/server/src/features/content/content.ts': 'export const content = 1;',
  'packages/server/src/features/trading/trading.ts':
    "export { customers } from '#features/customers/customers.ts';",
  'packages/web/src/features/chart/chart.tsx': 'export const chart = 1;',
  'packages/web/src/apps/backoffice/device.ts': "export const device = 'Device';",
  'packages/web/src/apps/backoffice/texts/de/german.ts':
    "import type { device } from '../../device.ts'; export type German = typeof device;",
  'packages/web/src/apps/customer/desk.tsx': 'export const desk = 1;',
  'packages/web/src/ui/button.tsx': "export { button } from '@mantine/core';",
  'packages/web/src/forms/form.ts': "export { form } from '@mantine/form';",
  'node_modules/@mantine/core/index.js': 'export const button = 1;',
  'node_modules/@mantine/core/styles.css': '',
  'node_modules/@mantine/core/package.json':
    '{"name":"@mantine/core","version":"9.0.0","type":"module"}',
  'node_modules/@mantine/form/index.js': 'export const form = 1;',
  'node_modules/@mantine/form/package.json':
    '{"name":"@mantine/form","version":"9.0.0","type":"module"}',
  'node_modules/pg/index.js': 'export const pg = 1;',
  'node_modules/pg/package.json': '{"name":"pg","version":"8.0.0","type":"module"}',
};

async function problemsWith(planted: Record<string, string>, modulesMin = 1): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), 'halyard-rules-'));
  folders.push(root);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('package.json', '{"name":"house","type":"module"}');
  for (const [name, manifest] of Object.entries(PACKAGES)) {
    write(
      `packages/${name}/package.json`,
      JSON.stringify({ name: `@halyard/${name}`, version: '0.1.0', type: 'module', ...manifest }),
    );
    mkdirSync(join(root, 'node_modules/@halyard'), { recursive: true });
    symlinkSync(`../../packages/${name}`, join(root, 'node_modules/@halyard', name));
  }
  for (const [path, text] of Object.entries({ ...SOUND_FILES, ...planted })) write(path, text);
  return (await checkImports({ root, modulesMin })).problems;
}

it('accepts a repository in which every import follows the table', async () => {
  expect(await problemsWith({})).toEqual([]);
});

/** A rule, the planted file that breaks it, and the text of the file. */
const VIOLATIONS: readonly (readonly [rule: string, path: string, text: string])[] = [
  ['core-imports', 'packages/core/src/money/up.ts', "import '@halyard/contract/wire';"],
  ['core-is-pure', 'packages/core/src/money/disk.ts', "import 'node:fs';"],
  ['core-money-imports', 'packages/core/src/money/across.ts', "import '#ledger/ledger.ts';"],
  ['core-unlisted-imports', 'packages/core/src/novelty/up.ts', "import '#money/money.ts';"],
  ['core-src-neighbour-entry-point', 'packages/core/src/ledger/in.ts', "import '#money/cents.ts';"],
  ['web-root-imports', 'packages/web/src/main.tsx', "import '../../server/src/app.ts';"],
  [
    'server-src-features-entry-point',
    'packages/server/src/app.ts',
    "import '#features/customers/store.ts';",
  ],
  [
    'server-src-platform-inner-entry-point',
    'packages/server/src/platform/db/in.ts',
    "import './embedded/pages.ts';",
  ],
  [
    'platform-imports',
    'packages/server/src/platform/db/up.ts',
    "import '#features/customers/customers.ts';",
  ],
  [
    'engine-imports',
    'packages/server/src/engine/up.ts',
    "import '#features/customers/customers.ts';",
  ],
  [
    'engine-entry-point',
    'packages/server/src/features/customers/in.ts',
    "import '#engine/runner.ts';",
  ],
  [
    'engine-owner',
    'packages/server/src/features/content/owner.ts',
    "import '#engine/engine-owner.ts';",
  ],
  [
    'feature-trading-imports',
    'packages/server/src/features/trading/x.ts',
    "import '#features/content/content.ts';",
  ],
  [
    'feature-unlisted-imports',
    'packages/server/src/features/quote-log/x.ts',
    "import '#features/customers/customers.ts';",
  ],
  [
    'web-feature-unlisted-imports',
    'packages/web/src/features/ticket/x.ts',
    "import '#features/chart/chart.tsx';",
  ],
  [
    'app-affiliate-imports',
    'packages/web/src/apps/affiliate/x.tsx',
    "import '#apps/customer/desk.tsx';",
  ],
  ['ui-imports', 'packages/web/src/ui/x.tsx', "import '#features/chart/chart.tsx';"],
  [
    'components-in-ui',
    'packages/web/src/features/chart/styled.tsx',
    "import '@mantine/core/styles.css';",
  ],
  ['form-library-in-forms', 'packages/web/src/ui/form.ts', "import '@mantine/form';"],
  ['browser-has-no-node', 'packages/web/src/ui/disk.tsx', "import 'node:fs';"],
  [
    'awaited-texts',
    'packages/web/src/apps/backoffice/texts/de/names.ts',
    "import { device } from '../../device.ts'; export const names = { [device]: '' };",
  ],
  ['declared', 'packages/web/src/ui/pool.tsx', "import 'pg';"],
  ['testkit-in-tests-only', 'packages/server/src/kit.ts', "import '@halyard/testkit';"],
  ['testing-in-tests-only', 'packages/core/src/money/x.ts', "import './testing/builder.ts';"],
  ['tests-are-leaves', 'packages/core/src/money/tested.ts', "import './x.test.ts';"],
  ['resolvable', 'packages/core/src/money/lost.ts', "import './gone.ts';"],
];

describe('with one violation of each rule', () => {
  let problems: readonly string[] = [];

  // One repository for all, because its analysis takes most of the time.
  beforeAll(async () => {
    const planted = VIOLATIONS.map(([_rule, path, text]) => [path, text] as const);
    expect(new Set(planted.map(([path]) => path)).size).toBe(VIOLATIONS.length);
    problems = await problemsWith({
      'packages/core/src/money/x.test.ts': 'export const t = 1;',
      ...Object.fromEntries(planted),
    });
  });

  it.each(VIOLATIONS)('reports a planted %s violation with its reason', (rule, path) => {
    expect(problems).toContainEqual(
      expect.stringMatching(new RegExp(`${path} → .*\\n +${rule}: \\S`)),
    );
  });
});

it.each([
  ['modules', "import './b.ts';", "import './a.ts';"],
  ['types', "import type { B } from './b.ts';", "import type { A } from './a.ts';"],
])('reports a planted cycle of %s', async (_what, a, b) => {
  const problems = await problemsWith({
    'packages/core/src/money/a.ts': `${a}\nexport type A = 1;`,
    'packages/core/src/money/b.ts': `${b}\nexport type B = 1;`,
  });
  expect(problems.join()).toContain('no-cycle');
});

it('lets a test use the testkit', async () => {
  const planted = { 'packages/server/test/x.int.test.ts': "import '@halyard/testkit';" };
  expect((await problemsWith(planted)).join()).not.toContain('imports');
});

it('fails a run that saw too few modules', async () => {
  expect(await problemsWith({}, 1_000)).toEqual([expect.stringContaining('only')]);
});
