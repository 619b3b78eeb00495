import { expect, it } from 'vitest';
import { parseClientInfo } from './client-info.ts';

it.each([
  ['{"source_page":"/landing?x=1","ip":"192.0.2.1"}', '/landing?x=1'],
  ['{"ip":"192.0.2.1"}', undefined],
  ['{"source_page":"https://example.com/"}', undefined],
  ['{"source_page":"/a\\nb"}', undefined],
  ['{"source_page":"/a\\ud800"}', undefined],
  ['{"source_page":7}', undefined],
  [`{"source_page":"/${'x'.repeat(512)}"}`, undefined],
])('reads %s as coming from %s', (info, page) => {
  expect(parseClientInfo(info)?.source_page).toBe(page);
});

it.each([['not json'], ['null'], ['[]'], ['"text"'], ['7'], [undefined]])(
  'reads nothing out of %s',
  (info) => {
    expect(parseClientInfo(info)).toBeNull();
  },
);

it('keeps known facts, and drops those that are too long or span several lines', () => {
  const info = {
    ip: '192.0.2.1',
    country_short: 'DE',
    country_long: 'x'.repeat(101),
    city: 'Ber\nlin',
    admin: true,
    __proto__: { isAdmin: true },
  };
  expect(JSON.stringify(parseClientInfo(JSON.stringify(info)))).toBe(
    '{"ip":"192.0.2.1","country_short":"DE"}',
  );
});
