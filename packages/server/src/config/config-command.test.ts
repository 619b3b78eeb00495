import { expect, it } from 'vitest';
import { EXIT } from '#platform/operator/operator.ts';
import { runConfigCheck } from './config-command.ts';

function run(
  environment: Readonly<Record<string, string>>,
  outerNames: readonly string[] = [],
  words: readonly string[] = ['config', 'check'],
) {
  const lines: string[] = [];
  const code = runConfigCheck({
    words,
    environment,
    fileNames: Object.keys(environment).filter((name) => !outerNames.includes(name)),
    outerNames,
    print: (line) => lines.push(line),
  });
  const find = (name: string): string =>
    lines
      .find((line) => line.trim().startsWith(`${name} `))
      ?.replaceAll(/\s+/g, ' ')
      .trim() ?? '';
  return { code, lines, find };
}

it('shows each setting with its source and value, and hides secrets', () => {
  const environment = { PORT: '4000', SMTP_URL: 'smtps://user:pass@mail.example.com' };
  const { code, find, lines } = run(environment, ['PORT']);
  expect(code).toBe(EXIT.done);
  expect(find('PORT')).toBe('PORT environment 4000');
  expect(find('HOST')).toBe('HOST default 127.0.0.1');
  expect(find('SMTP_URL')).toBe('SMTP_URL .env (secret)');
  expect(lines.join('\n')).not.toContain('pass@');
  expect(lines.at(-1)).toBe('Everything is valid.');
});

it('accepts up to five hosts of a replicated database', () => {
  const check = (hosts: string): number =>
    run({ DATABASE_URL: `postgres://user:pass@${hosts}/db` }).code;
  expect(check('one:5432,two:5432')).toBe(EXIT.done);
  expect(check('one,two,three,four,five,six')).toBe(EXIT.failed);
  expect(check('one:5432,:5433')).toBe(EXIT.failed);
});

it('names every problem, without the values', () => {
  const { code, lines } = run({ PORT: 'x', DATABASE_URL: 'mysql://user:pass@host/db', PROT: '1' });
  expect(code).toBe(EXIT.failed);
  expect(lines.filter((line) => line.startsWith('  PORT must'))).toHaveLength(1);
  expect(lines).toContain('  PROT is not a setting. Did you mean PORT?');
  expect(lines.join('\n')).not.toContain('pass@');
});

it('shows its usage for other words', () => {
  const { code, lines } = run({}, [], ['config']);
  expect(code).toBe(EXIT.usage);
  expect(lines[0]).toBe('Usage: npm run halyard -- config check');
});
