import { expect, it } from 'vitest';
import { judgeReport } from './vulnerabilities.ts';

it('passes a report without vulnerabilities that matter', () => {
  expect(judgeReport('{"vulnerabilities":{}}')).toEqual({ kind: 'clean' });
  expect(judgeReport('{"vulnerabilities":{"a":{"severity":"low"}}}')).toEqual({ kind: 'clean' });
});

it('names the vulnerable packages', () => {
  const text = '{"vulnerabilities":{"a":{"severity":"high"},"b":{"severity":"moderate"}}}';
  expect(judgeReport(text)).toEqual({ kind: 'vulnerable', packages: ['a: high', 'b: moderate'] });
});

it('does not pass without a reply', () => {
  expect(judgeReport('{"message":"405 Method Not Allowed"}')).toEqual({
    kind: 'unknown',
    reason: '405 Method Not Allowed',
  });
  expect(judgeReport('')).toMatchObject({ kind: 'unknown' });
});
