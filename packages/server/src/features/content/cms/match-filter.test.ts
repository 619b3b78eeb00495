import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileFilter, FilterUnfit } from './match-filter.ts';

const ENTRY = {
  title: 'About us',
  title_slug: 'about-us',
  published: true,
  views: 12,
  tags: ['news', 'press'],
  author: { name: 'Ann', roles: ['editor'] },
  note: null,
};

it.each([
  [{}, true],
  [{ title_slug: 'about-us', published: true }, true],
  [{ title_slug: 'about-us', published: false }, false],
  [{ published: 1 }, true],
  [{ published: '0' }, false],
  [{ views: '12' }, true],
  [{ views: 'twelve' }, false],
  [{ tags: 'press' }, true],
  [{ tags: 'pres' }, false],
  [{ note: null }, true],
  [{ missing: null }, true],
  [{ title: null }, false],
  [{ 'author.name': 'Ann' }, true],
  [{ 'author.roles.0': 'editor' }, true],
  [{ 'author.__proto__': null }, true],
  [{ views: { $gt: 11, $lt: 13 } }, true],
  [{ views: { $gte: 13 } }, false],
  [{ views: { $lte: 12 } }, true],
  [{ title: { $gt: 'A' } }, true],
  [{ note: { $gt: 0 } }, false],
  [{ views: { $eq: 12, $ne: 13 } }, true],
  [{ title: { $in: ['x', 'About us'] } }, true],
  [{ title: { $nin: ['x', 'About us'] } }, false],
  [{ tags: { $has: 'news' } }, true],
  [{ tags: { $all: ['news', 'press'] } }, true],
  [{ tags: { $all: ['news', 'other'] } }, false],
  [{ tags: { $size: 2 } }, true],
  [{ views: { $mod: [5, 2] } }, true],
  [{ note: { $exists: true } }, false],
  [{ title: { $exists: true } }, true],
  [{ title: { $regex: '^About' } }, true],
  [{ title: { $regex: '/^about.*us$/i' } }, true],
  [{ title: { $regex: '^About$' } }, false],
  [{ title: { $regex: '^About us$' } }, true],
  [{ title: { $regex: 'us.*us' } }, false],
  [{ title: { $regex: 'about' } }, true],
  [{ title: { $regex: '/about/' } }, false],
  [{ title: { $not: 'zebra' } }, true],
  [{ title: { $text: 'US about' } }, true],
  [{ title: { $fuzzy: { $search: 'zebra' } } }, false],
  [{ $or: [{ title: 'x' }, { views: 12 }] }, true],
  [{ $and: [{ title: 'About us' }, { views: 13 }] }, false],
])('matches %j: %j', (filter, expected) => {
  expect(compileFilter(filter)(ENTRY)).toBe(expected);
});

it.each([
  [{ $where: 'sleep(1)' }],
  [{ title: { $where: '1' } }],
  [{ title: { $func: 'x' } }],
  [{ $or: 'x' }],
  [{ title: { $eq: 'x', constructor: 1 } }],
  [{ title: { $in: 'x' } }],
  [{ title: { $regex: '(a+)+$' } }],
  [{ title: { $regex: String.raw`\d` } }],
  [{ title: { $regex: 'x'.repeat(101) } }],
  [{ views: { $mod: [0, 1] } }],
  ['title'],
  [{ $or: Array.from({ length: 101 }, () => ({ title: 'x' })) }],
  [{ $or: Array.from({ length: 3 }, () => ({ title: { $in: Array(100).fill({}) } })) }],
  [{ $or: Array.from({ length: 5 }, () => ({ title: { $text: 'a '.repeat(48) } })) }],
  [{ $and: [{ $and: [{ $and: [{ $and: [{ $and: [{ $and: [{ $and: [{}] }] }] }] }] }] }] }],
])('refuses %j', (filter) => {
  expect(() => compileFilter(filter)).toThrow(FilterUnfit);
});

it('serialises a layout once, however often it is compared', () => {
  let written = 0;
  const toJSON = (): object => {
    written += 1;
    return { long: true };
  };
  const matches = compileFilter({ layout: { $nin: Array(100).fill({ long: false }) } });
  const entry = { layout: { toJSON } };
  expect([matches(entry), matches(entry)]).toEqual([true, true]);
  expect(written).toBe(1);
});

it('matches like a regular expression of the same pieces', () => {
  const piece = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 3 });
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      fc.boolean(),
      fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 }),
      (pieces, isFromStart, isToEnd, text) => {
        const pattern = `${isFromStart ? '^' : ''}${pieces.join('.*')}${isToEnd ? '$' : ''}`;
        const found = compileFilter({ text: { $regex: pattern } })({ text });
        expect(found, `${pattern} in ${text}`).toBe(new RegExp(pattern).test(text));
      },
    ),
    { numRuns: 2000 },
  );
});

it('rejects a query that would search more text than the limit', () => {
  const conditions = Array.from({ length: 30 }, (_, at) => ({ text: { $text: `absent${at}` } }));
  const matches = compileFilter({ $or: conditions });
  const entry = { text: 'x'.repeat(200_000) };
  expect(matches(entry)).toBe(false);
  expect(() => Array.from({ length: 5 }, () => matches(entry))).toThrow(FilterUnfit);
});
