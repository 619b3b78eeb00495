import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  findProblems,
  idsIn,
  passedInPlaywright,
  passedInVitest,
  readRequirements,
} from './clauses.ts';

const specified = fileURLToPath(new URL('../../shared/CLAUSES.tsv', import.meta.url));
const isSpecified = existsSync(specified);
if (!isSpecified) console.warn(`!! ${specified} is absent: the requirements are not compared`);

const requirementsText = readFileSync(
  fileURLToPath(new URL('../docs/requirements.md', import.meta.url)),
  'utf8',
);

it.skipIf(!isSpecified)('has every specified requirement with its layer, in order', () => {
  const rows = readFileSync(specified, 'utf8').trim().split('\n').slice(1);
  const wanted = rows.map((row) => {
    const [id = '', , layer = ''] = row.split('\t');
    return { id, layer };
  });
  expect(readRequirements(requirementsText)).toEqual(wanted);
});

it('has no requirement twice', () => {
  const ids = readRequirements(requirementsText).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

it('reads the ids of a title', () => {
  expect(idsIn('signs in [c-login] and shows it [r-login-form, r-login-complete]')).toEqual([
    'c-login',
    'r-login-form',
    'r-login-complete',
  ]);
  expect(idsIn('answers [1, 2] and [x]')).toEqual([]);
});

describe('a requirement', () => {
  const requirements = [
    { id: 'a-server', layer: 'server' },
    { id: 'a-web', layer: 'web' },
    { id: 'a-both', layer: 'both' },
  ] as const;

  it('is listed when no test names it', () => {
    expect(findProblems(requirements, [])).toEqual([
      'a-server (server): no server test',
      'a-web (web): no browser test',
      'a-both (both): no server test',
      'a-both (both): no browser test',
    ]);
  });

  it('of both layers needs a test of each', () => {
    const tests = [
      { side: 'server', title: 'does [a-server] [a-both]' },
      { side: 'screen', title: 'shows [a-web] [a-both]' },
    ] as const;
    expect(findProblems(requirements, tests)).toEqual(['a-both (both): no browser test']);
    const shown = { side: 'browser', title: 'shows [a-both]' } as const;
    expect(findProblems(requirements, [...tests, shown])).toEqual([]);
  });

  it('must exist for a title to name it', () => {
    const tests = [{ side: 'server', title: 'does [a-server] [a-serfer]' }] as const;
    expect(findProblems([{ id: 'a-server', layer: 'server' }], tests)).toEqual([
      'a-serfer: in a title, but no requirement',
    ]);
  });
});

it('counts no test that failed or did not run', () => {
  const result = (status: string) => ({ status, fullName: `a ${status} one` });
  expect(
    passedInVitest({
      testResults: [
        {
          name: '/house/packages/server/test/a.int.test.ts',
          assertionResults: ['passed', 'failed', 'skipped', 'pending'].map(result),
        },
        { name: '/house/packages/web/src/a.test.ts', assertionResults: [result('passed')] },
      ],
    }),
  ).toEqual([
    { side: 'server', title: 'a passed one' },
    { side: 'screen', title: 'a passed one' },
  ]);
  const spec = (status: string) => ({ title: `a ${status} one`, tests: [{ status }] });
  const suites = [
    {
      specs: [spec('expected')],
      suites: [{ specs: ['flaky', 'skipped', 'unexpected'].map(spec) }],
    },
  ];
  expect(passedInPlaywright(suites)).toEqual([
    { side: 'browser', title: 'a expected one' },
    { side: 'browser', title: 'a flaky one' },
  ]);
});
