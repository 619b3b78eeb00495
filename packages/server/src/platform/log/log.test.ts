import { expect, it } from 'vitest';

import { createLog } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('debug', { write: (line) => void lines.push(line) }));
  return lines.join('');
}

it('writes one line of JSON with level, time in UTC and text', () => {
  const line = logged((log) => log.info({ kind: 'greet' }, 'done'));
  expect(JSON.parse(line)).toMatchObject({ level: 'info', kind: 'greet', msg: 'done' });
  expect(line).toMatch(/"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/);
  expect(line.split('\n').length).toBe(2);
});

it('removes secrets by field name', () => {
  const secrets = { token: 'hush-1', user: { password: 'hush-2', access_token: 'hush-3' } };
  const line = logged((log) =>
    log.info({ ...secrets, headers: { x: { authorization: 'hush-4' } } }),
  );
  expect(line).not.toContain('hush');
});

it('writes one line, whatever a text contains', () => {
  const line = logged((log) => log.info({ name: 'a\n{"level":"fatal"}' }, 'b\nc'));
  expect(line.split('\n').length).toBe(2);
});

it('logs an error with its causes, without driver fields', () => {
  const cause = Object.assign(new Error('duplicate key'), { detail: 'Key (email)=(a@b.c) exists' });
  const error = Object.assign(new Error('sign-up failed', { cause }), { values: ['d@e.f'] });
  const line = logged((log) => log.error({ err: error }));
  expect(line).toContain('sign-up failed');
  expect(line).toContain('duplicate key');
  expect(line).toContain('log.test.ts');
  expect(line).not.toMatch(/a@b\.c|d@e\.f/);
});
