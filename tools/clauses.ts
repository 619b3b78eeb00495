/**
 * `npm run clauses`: lists the requirements of docs/requirements.md that no test proves. A
 * requirement is proven by a test of the last `npm test` that passed and has its id in the title.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where a requirement must be tested: on the server, in the browser, or on each of them. */
const LAYERS = ['server', 'web', 'both'] as const;
type Layer = (typeof LAYERS)[number];
/**
 * Where a test runs. `screen`: a test of the web app without a browser, such as of displayed
 * figures.
 */
type Side = 'server' | 'browser' | 'screen';

export type Requirement = { readonly id: string; readonly layer: Layer };
export type PassedTest = { readonly side: Side; readonly title: string };

/** Matches a row of the table: | id | layer | requirement |. */
const ROW = /^\| `([a-z]-[a-z0-9-]+)` +\| (server|web|both) +\| \S.*\|$/;
const IDS_IN_TITLE = /\[([a-z]-[a-z0-9-]+(?:[, ]+[a-z]-[a-z0-9-]+)*)\]/g;

export function readRequirements(text: string): readonly Requirement[] {
  return text.split('\n').flatMap((line) => {
    const [, id, layer] = ROW.exec(line) ?? [];
    const known = LAYERS.find((one) => one === layer);
    return id === undefined || known === undefined ? [] : [{ id, layer: known }];
  });
}

/** Returns the ids in the brackets of a title. */
export function idsIn(title: string): readonly string[] {
  return [...title.matchAll(IDS_IN_TITLE)].flatMap(([, ids = '']) => ids.split(/[, ]+/));
}

/** Returns one line for each missing test, and for each id in a title that is no requirement's. */
export function findProblems(
  requirements: readonly Requirement[],
  tests: readonly PassedTest[],
): readonly string[] {
  const sides = new Map<string, Set<Side>>();
  for (const { side, title } of tests) {
    for (const id of idsIn(title)) sides.set(id, (sides.get(id) ?? new Set()).add(side));
  }
  const known = new Set(requirements.map(({ id }) => id));
  const strangers = [...sides.keys()].filter((id) => !known.has(id)).toSorted();
  return [
    ...requirements.flatMap(({ id, layer }) =>
      missingSides(layer, sides.get(id) ?? new Set()).map(
        (side) => `${id} (${layer}): no ${side} test`,
      ),
    ),
    ...strangers.map((id) => `${id}: in a title, but no requirement`),
  ];
}

function missingSides(layer: Layer, has: ReadonlySet<Side>): readonly string[] {
  switch (layer) {
    case 'server':
      return has.has('server') ? [] : ['server'];
    case 'web':
      return has.has('browser') || has.has('screen') ? [] : ['browser'];
    case 'both':
      return [...(has.has('server') ? [] : ['server']), ...(has.has('browser') ? [] : ['browser'])];
  }
}

type VitestReport = {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
};

export function passedInVitest(report: VitestReport): readonly PassedTest[] {
  return report.testResults.flatMap(({ name, assertionResults }) => {
    const side: Side = name.includes('/packages/web/') ? 'screen' : 'server';
    return assertionResults
      .filter(({ status }) => status === 'passed')
      .map(({ fullName }) => ({ side, title: fullName }));
  });
}

type PlaywrightSuite = {
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly { readonly status: string }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
};

/** Playwright's `flaky`: the test passed when it was repeated. */
const PASSED: ReadonlySet<string> = new Set(['expected', 'flaky']);

export function passedInPlaywright(suites: readonly PlaywrightSuite[]): readonly PassedTest[] {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter(({ tests }) => tests.every(({ status }) => PASSED.has(status)))
      .map(({ title }): PassedTest => ({ side: 'browser', title })),
    ...passedInPlaywright(suite.suites ?? []),
  ]);
}

const VITEST_RUNS = ['unit', 'server'];
const PLAYWRIGHT_RUN = 'e2e';

function main(root: string): void {
  const requirements = readRequirements(readFileSync(join(root, 'docs/requirements.md'), 'utf8'));
  const read = (run: string): string | undefined => {
    const path = join(root, '.cache/test-reports', `${run}.json`);
    if (existsSync(path)) return readFileSync(path, 'utf8');
    console.log(`There is no report of the ${run} tests: run npm test first.`);
    process.exitCode = 1;
    return undefined;
  };
  const tests: PassedTest[] = [];
  for (const run of VITEST_RUNS) {
    const text = read(run);
    if (text !== undefined) tests.push(...passedInVitest(JSON.parse(text) as VitestReport));
  }
  const text = read(PLAYWRIGHT_RUN);
  if (text !== undefined) {
    tests.push(...passedInPlaywright((JSON.parse(text) as Required<PlaywrightSuite>).suites));
  }
  const problems = findProblems(requirements, tests);
  for (const problem of problems) console.log(problem);
  console.log(`${requirements.length} requirements, ${problems.length} without a test or unknown`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(fileURLToPath(new URL('..', import.meta.url)));
}
