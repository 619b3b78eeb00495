import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const { scripts } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
) as { scripts: Record<string, string> };

// npm passes a signal to the shell it starts, and the shell does not pass it on.
it.each(['start', 'test', 'check'])('runs npm %s without an extra shell process', (name) => {
  expect(scripts[name]).toMatch(/^exec node tools\/\w+\.mjs$/);
});
