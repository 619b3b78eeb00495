/** Converts the table of permitted imports to rules for dependency-cruiser. */
import type { IForbiddenRuleType, IRegularForbiddenRuleType } from 'dependency-cruiser';
import {
  APP_IMPORTS,
  AREAS,
  COMPONENT_LIBRARY,
  CORE_IMPORTS,
  ENGINE_OWNERS,
  FEATURE_IMPORTS,
  PAYMENT_SANDBOX,
  SHELVES,
  type Area,
} from './import-table.ts';

const SOURCE = '^(?:packages|sdk|e2e|bench|examples|tools)/';
const TESTING = '/testing/';
const TEST = String.raw`\.test\.tsx?$|^packages/server/test/|^e2e/|/testing/`;
const TEST_LIBRARIES = '^node_modules/(?:vitest|fast-check)/';
const WORKSHOP = String.raw`^(?:tools|e2e|bench)/|^[^/]+$|\.config\.ts$`;

export function importRules(): IForbiddenRuleType[] {
  return [
    ...AREAS.map(areaRule),
    ...folderRules({ name: 'core', shelf: 'packages/core/src', imports: CORE_IMPORTS }),
    ...folderRules({
      name: 'feature',
      shelf: 'packages/server/src/features',
      imports: FEATURE_IMPORTS,
    }),
    ...folderRules({ name: 'web-feature', shelf: 'packages/web/src/features', imports: {} }),
    ...folderRules({ name: 'app', shelf: 'packages/web/src/apps', imports: APP_IMPORTS }),
    ...SHELVES.flatMap(entryPointRules),
    ENGINE_ENTRY_POINT,
    ENGINE_OWNER_RULE,
    ...COMPONENT_LIBRARY.map(componentLibraryRule),
    ...DEPENDENCY_RULES,
  ];
}

function areaRule(area: Area): IForbiddenRuleType {
  const allowed = AREAS.filter((row) => row === area || area.mayImport.includes(row.name));
  return {
    name: `${area.name}-imports`,
    severity: 'error',
    comment: `${area.name} imports ${area.mayImport.join(', ') || 'nothing'}: ${area.reason}`,
    from: { path: `^${area.path}` },
    to: {
      path: SOURCE,
      pathNot: ['^packages/testkit/', ...allowed.map((row) => `^${row.path}`)],
    },
  };
}

/**
 * Sibling folders may import each other only as the table lists; a folder that it omits imports
 * none.
 */
function folderRules({
  name,
  shelf,
  imports,
}: {
  name: string;
  shelf: string;
  imports: Readonly<Record<string, readonly string[]>>;
}): IForbiddenRuleType[] {
  const listed = Object.keys(imports);
  const unlisted = listed.length > 0 ? `(?!(?:${listed.join('|')})/)` : '';
  return [
    ...Object.entries(imports).map(([folder, used]) => ({
      name: `${name}-${folder}-imports`,
      severity: 'error' as const,
      comment: `${name} ${folder} uses ${used.join(', ') || 'no other'}; see tools/rules/import-table.ts`,
      from: { path: `^${shelf}/${folder}/` },
      to: {
        path: `^${shelf}/[^/]+/`,
        pathNot: [folder, ...used].map((to) => `^${shelf}/${to}/`),
      },
    })),
    {
      name: `${name}-unlisted-imports`,
      severity: 'error',
      comment: `A ${name} without a row in tools/rules/import-table.ts uses no other ${name}`,
      from: { path: `^${shelf}/${unlisted}([^/]+)/` },
      to: { path: `^${shelf}/[^/]+/`, pathNot: `^${shelf}/$1/` },
    },
  ];
}

/** Code outside a folder imports only its entry point, the file with the name of the folder. */
function entryPointRules(shelf: string): IForbiddenRuleType[] {
  const name = shelf.replace('packages/', '').replaceAll('/', '-');
  const comment =
    'Code outside a folder imports only its entry point, the file with the name of the folder';
  const entryPoint = String.raw`/([^/]+)/\1\.tsx?$`;
  return [
    {
      name: `${name}-entry-point`,
      severity: 'error',
      comment,
      // Integration tests are in another folder than the code that they test, and may import its
      // files.
      from: { path: SOURCE, pathNot: [`^${shelf}/`, '^packages/server/test/'] },
      to: { path: `^${shelf}/[^/]+/`, pathNot: [TESTING, `^${shelf}${entryPoint}`] },
    },
    {
      name: `${name}-neighbour-entry-point`,
      severity: 'error',
      comment,
      from: { path: `^${shelf}/([^/]+)/` },
      to: {
        path: `^${shelf}/[^/]+/`,
        pathNot: [TESTING, `^${shelf}/$1/`, `^${shelf}${entryPoint}`],
      },
    },
    {
      name: `${name}-inner-entry-point`,
      severity: 'error',
      comment,
      from: { path: `^(${shelf}/.+)/[^/]+$` },
      to: { path: '^$1/[^/]+/', pathNot: [TESTING, `^$1${entryPoint}`] },
    },
  ];
}

const ENGINE_ENTRY_POINT: IRegularForbiddenRuleType = {
  name: 'engine-entry-point',
  severity: 'error',
  comment: 'Code outside the engine imports only engine.ts and engine-owner.ts',
  from: { path: SOURCE, pathNot: ['^packages/server/src/engine/', '^packages/server/test/'] },
  to: {
    path: '^packages/server/src/engine/',
    pathNot: String.raw`/engine/(?:engine|engine-owner)\.ts$`,
  },
};

const ENGINE_OWNER_RULE: IRegularForbiddenRuleType = {
  name: 'engine-owner',
  severity: 'error',
  comment: `Only what runs beside the engine imports engine-owner.ts: ${ENGINE_OWNERS.reason}`,
  from: {
    path: SOURCE,
    pathNot: [TEST, ...ENGINE_OWNERS.paths.map((path) => `^${path}`)],
  },
  to: { path: String.raw`^packages/server/src/engine/engine-owner\.ts$` },
};

function componentLibraryRule(row: (typeof COMPONENT_LIBRARY)[number]): IRegularForbiddenRuleType {
  return {
    name: row.name,
    severity: 'error',
    comment: `Only ${row.folder} imports these packages: ${row.reason}`,
    from: { path: '^packages/web/', pathNot: `^${row.folder}` },
    to: { path: `^node_modules/@mantine/(?:${row.packages})/` },
  };
}

/** The files that the back office loads for another language, and what they may import. */
const AWAITED_TEXTS = '^packages/web/src/(?:apps/backoffice/texts/de|i18n/de)/';

const DEPENDENCY_RULES: IRegularForbiddenRuleType[] = [
  {
    name: 'no-cycle',
    severity: 'error',
    comment:
      'Files that import each other, even types alone, belong into one file, or share a third',
    from: {},
    to: { circular: true },
  },
  {
    name: 'resolvable',
    severity: 'error',
    comment: 'The other rules do not see an import that cannot be resolved',
    from: {},
    // `npm run docs` installs the packages of the documentation site separately.
    to: { couldNotResolve: true, pathNot: String.raw`^vitepress(?:/|$)` },
  },
  {
    name: 'tests-are-leaves',
    severity: 'error',
    comment: 'No file imports a test',
    from: {},
    to: { path: String.raw`\.(?:test|spec)\.tsx?$` },
  },
  {
    name: 'testing-in-tests-only',
    severity: 'error',
    comment: 'Only tests import from a folder named testing',
    from: { path: SOURCE, pathNot: TEST },
    to: { path: TESTING },
  },
  {
    name: 'testkit-in-tests-only',
    severity: 'error',
    comment: `Only the sandbox of the product uses simulated services: ${PAYMENT_SANDBOX.reason}`,
    from: { path: SOURCE, pathNot: [TEST, '^packages/testkit/', '^bench/', PAYMENT_SANDBOX.path] },
    to: { path: '^packages/testkit/' },
  },
  {
    name: 'declared',
    severity: 'error',
    comment: 'A file imports only packages that its package.json lists',
    from: { path: SOURCE, pathNot: TEST },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
  {
    name: 'declared-in-tests',
    severity: 'error',
    comment: 'Tests also import vitest and fast-check, which the root provides',
    from: { path: TEST },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], pathNot: TEST_LIBRARIES },
  },
  {
    name: 'no-development-dependency',
    severity: 'error',
    comment: 'The product does not depend on development dependencies',
    from: { path: SOURCE, pathNot: [TEST, WORKSHOP] },
    to: { dependencyTypes: ['npm-dev'], pathNot: '^node_modules/@types/' },
  },
  {
    name: 'core-is-pure',
    severity: 'error',
    comment: 'The core imports no package and nothing of the runtime',
    from: { path: '^packages/core/', pathNot: TEST },
    to: { pathNot: '^packages/core/' },
  },
  {
    name: 'awaited-texts',
    severity: 'error',
    comment:
      'The back office waits for its translation before it starts, so a value of the app that the translation imports would wait for the translation: the page would stay empty',
    from: { path: AWAITED_TEXTS, pathNot: TEST },
    to: { path: '^packages/', pathNot: AWAITED_TEXTS, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'browser-has-no-node',
    severity: 'error',
    comment: 'The browser has no Node.js modules',
    from: { path: '^packages/(?:contract|web)/src/', pathNot: TEST },
    to: { dependencyTypes: ['core'] },
  },
];
