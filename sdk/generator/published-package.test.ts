// The TypeScript SDK as it is published, and the examples of its page under the strictest settings.
import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const SDK = join(ROOT, 'sdk/typescript');
const STRICT = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    target: 'es2024',
    module: 'nodenext',
    types: ['node'],
  },
};
let folder = '';

/** What the compiler prints; nothing when all is well. */
async function compile(...words: readonly string[]): Promise<string> {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  try {
    await promisify(execFile)(process.execPath, [compiler, ...words], { cwd: folder });
    return '';
  } catch (error) {
    return String((error as { readonly stdout?: unknown }).stdout);
  }
}

beforeAll(async () => {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  folder = mkdtempSync(join(ROOT, '.cache/published-'));
  const target = join(folder, 'node_modules/@halyard/sdk');
  mkdirSync(target, { recursive: true });
  cpSync(join(SDK, 'package.json'), join(target, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules/@types'), join(folder, 'node_modules/@types'));
  const built = await compile(
    '-p',
    join(SDK, 'tsconfig.build.json'),
    '--outDir',
    join(target, 'dist'),
  );
  expect(built).toBe('');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it(
  'compiles each example of its page against the published package',
  { timeout: 90_000 },
  async () => {
    const page = readFileSync(join(SDK, 'README.md'), 'utf8');
    const examples = [...page.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);
    expect(examples.length).toBeGreaterThan(1);
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...STRICT, include: ['*.ts'] }));
    for (const [at, code] of examples.entries())
      writeFileSync(join(folder, `example-${at}.ts`), code);
    // Compiled with the examples, because each start of the compiler takes seconds.
    writeFileSync(
      join(folder, 'wrong.ts'),
      `import { Halyard } from '@halyard/sdk';\nnew Halyard({});\n`,
    );
    const lines = (await compile('-p', '.')).trim().split('\n');
    expect(lines[0]).toMatch(/^wrong\.ts\(2,13\): error TS/);
    expect(lines.slice(1).filter((line) => !line.startsWith(' '))).toEqual([]);
  },
);
