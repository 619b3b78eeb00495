import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

const PLANTED: Readonly<Record<string, string>> = {
  'packages/core/src/money/planted.ts': `
    export const nowMs = Date.now() + Math.random();
    export const cents: number = '1.00';
    export default function planted(a: any, b: number, c: number, d: number) {
      console.log(a!.x);
      if (b) return c;
      return d;
    }
    export async function later(): Promise<void> {}
    export function choose(side: 'buy' | 'sell'): number {
      later();
      switch (side) {
        case 'buy':
          return 1;
      }
      return 0;
    }
    export function nest(a: boolean): number {
      if (a) { if (a) { if (a) { if (a) { return 1; } } } }
      return ${'2 +\n'.repeat(80)} 2;
    }`,
  'packages/web/src/ui/planted.tsx': `
    import { useEffect } from 'react';
    export function Planted({ n }: { n: number }) {
      if (n > 1) useEffect(() => {}, []);
      return <div onClick={() => {}}><img src="x" />{[1].map((v) => <i>{v}</i>)}</div>;
    }`,
  'packages/server/src/engine/planted.ts': 'export const nowMs = Date.now();',
  'packages/server/src/platform/clock/clock.ts': 'export const nowMs = () => Date.now();',
  'tools/planted.ts': "console.log('tools speak');",
};

type Finding = { code: string; filename: string };
let program = '';
let findings: Finding[] = [];

beforeAll(() => {
  program = mkdtempSync(join(tmpdir(), 'halyard-lint-'));
  for (const [path, text] of Object.entries(PLANTED)) {
    mkdirSync(dirname(join(program, path)), { recursive: true });
    writeFileSync(join(program, path), text);
  }
  for (const file of ['.oxlintrc.json', 'tsconfig.base.json']) {
    copyFileSync(join(ROOT, file), join(program, file));
  }
  writeFileSync(
    join(program, 'tsconfig.json'),
    '{ "extends": "./tsconfig.base.json", "compilerOptions": { "jsx": "react-jsx", "lib": ["es2024", "dom"] } }',
  );
  findings = lint();
});
afterAll(() => rmSync(program, { recursive: true }));

function lint(): Finding[] {
  try {
    execFileSync(join(ROOT, 'node_modules/.bin/oxlint'), ['--format=json'], { cwd: program });
    return [];
  } catch (error) {
    const { stdout } = error as { stdout: Buffer };
    return (JSON.parse(stdout.toString()) as { diagnostics: Finding[] }).diagnostics;
  }
}

it.each([
  'eslint(no-restricted-globals)',
  'eslint(no-restricted-properties)',
  'eslint(no-console)',
  'eslint(max-params)',
  'eslint(max-depth)',
  'eslint(max-lines-per-function)',
  'import(no-default-export)',
  'typescript(no-explicit-any)',
  'typescript(no-non-null-assertion)',
  'typescript(strict-boolean-expressions)',
  'typescript(no-floating-promises)',
  'typescript(switch-exhaustiveness-check)',
  'typescript(TS2322)',
])('reports a planted %s in the core', (code) => {
  const filename = 'packages/core/src/money/planted.ts';
  expect(findings).toContainEqual(expect.objectContaining({ code, filename }));
});

it.each(['react-hooks(rules-of-hooks)', 'react(jsx-key)', 'jsx-a11y(alt-text)'])(
  'reports a planted %s in the web app',
  (code) => {
    const filename = 'packages/web/src/ui/planted.tsx';
    expect(findings).toContainEqual(expect.objectContaining({ code, filename }));
  },
);

it('lets only the clock read the time, and only tools write to the console', () => {
  // The program has no types of Node.js.
  const ofLint = findings.filter(({ code }) => !code.startsWith('typescript(TS'));
  const places = ofLint.map(({ filename }) => filename);
  expect(places).toContain('packages/server/src/engine/planted.ts');
  expect(places).not.toContain('packages/server/src/platform/clock/clock.ts');
  expect(places).not.toContain('tools/planted.ts');
});
