import { expect, it } from 'vitest';
import { parseSourcePage } from './client-info.ts';

it.each([
  ['{"source_page":"/landing?x=1","ip":"192.0.2.1"}', '/landing?x=1'],
  ['{"ip":"192.0.2.1"}', null],
  ['{"source_page":"https://example.com/"}', null],
  ['{"source_page":"/a\\nb"}', null],
  ['{"source_page":7}', null],
  [`{"source_page":"/${'x'.repeat(512)}"}`, null],
  ['not json', null],
  ['null', null],
  ['[]', null],
  [undefined, null],
])('reads %s as coming from %s', (info, page) => {
  expect(parseSourcePage(info)).toBe(page);
});
