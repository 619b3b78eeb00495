import { expect, it } from 'vitest';

import { toCsvLine } from './csv.ts';

it.each([
  ['plain', 'plain'],
  ['', ''],
  ['a,b', '"a,b"'],
  ['a;b', '"a;b"'],
  ['a;=cmd()', '"a;=cmd()"'],
  ['a\tb', '"a\tb"'],
  ['a\r\nb', '"a\r\nb"'],
  ['say "x"', '"say ""x"""'],
  ['-12.50', '-12.50'],
  ['-1', '-1'],
  ['=1+1', "'=1+1"],
  ['+49 30 1', "'+49 30 1"],
  ['-1+1', "'-1+1"],
  ['@SUM(1)', "'@SUM(1)"],
  [' =1+1', "' =1+1"],
  ['\t=1+1', '"\'\t=1+1"'],
  ['\r=1+1', '"\'\r=1+1"'],
  ['\n=1+1', '"\'\n=1+1"'],
  ['＝1+1', "'＝1+1"],
  ['=HYPERLINK("http://x";"y")', '"\'=HYPERLINK(""http://x"";""y"")"'],
])('writes %j as %j', (text, cell) => {
  expect(toCsvLine([text, 'end'])).toBe(`${cell},end\r\n`);
});
