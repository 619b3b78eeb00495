import { expect, it } from 'vitest';
import { readEventFile } from './read-event-file.ts';

const HEAD = 'time,currency,importance,title,actual,forecast,previous';

it('reads events, with quotes, in any order of columns, and figures that are missing', () => {
  const text = [
    '\uFEFFtitle,time,currency,importance,forecast',
    '"Prices, year on year",2026-12-31T13:30Z,USD,1,2.4 %',
    '',
    'Holiday,2026-12-25T00:00:00Z,EUR,-1,',
  ].join('\r\n');
  expect(readEventFile(text)).toEqual({
    kind: 'read',
    events: [
      {
        atMs: Date.UTC(2026, 11, 31, 13, 30),
        currency: 'USD',
        importance: 1,
        title: 'Prices, year on year',
        actual: null,
        forecast: '2.4 %',
        previous: null,
      },
      {
        atMs: Date.UTC(2026, 11, 25),
        currency: 'EUR',
        importance: -1,
        title: 'Holiday',
        actual: null,
        forecast: null,
        previous: null,
      },
    ],
  });
});

it.each([
  ['2026-12-31 13:30,USD,1,T,,,', 'Line 2: time must be in UTC, such as 2026-12-31T13:30Z'],
  ['2026-02-30T13:30Z,USD,1,T,,,', 'Line 2: time must be in UTC, such as 2026-12-31T13:30Z'],
  ['2026-12-31T13:30Z,Euro,1,T,,,', 'Line 2: currency must be three capital letters'],
  ['2026-12-31T13:30Z,EUR,high,T,,,', 'Line 2: importance must be -1, 0 or 1'],
  ['2026-12-31T13:30Z,EUR,1,,,,', 'Line 2: title must be one line of 1 to 120 characters'],
  [
    `2026-12-31T13:30Z,EUR,1,T,${'9'.repeat(25)},,`,
    'Line 2: actual must be one line of at most 24 characters',
  ],
  ['2026-12-31T13:30Z,EUR,1', 'Line 2: has 3 columns, not 7'],
  [
    ',,,,,,',
    'Line 2: time must be in UTC, such as 2026-12-31T13:30Z; currency must be three capital letters; importance must be -1, 0 or 1; title must be one line of 1 to 120 characters',
  ],
  [
    '2026-12-31T13:30Z,EUR,1,T,,,\n2026-12-31T13:30:00Z,EUR,0,T,,,',
    'Line 3: is the event of line 2 again',
  ],
])('reports the problem of %j', (lines, problem) => {
  expect(readEventFile(`${HEAD}\n${lines}`)).toEqual({ kind: 'unfit', problems: [problem] });
});

it.each([
  ['', /must name the columns/],
  ['a,b\n1,2', /must name the columns/],
  [`${HEAD},colour\n`, /column colour is unknown/],
  [`${HEAD},time\n`, /column time is unknown, or there twice/],
  [HEAD, /no event/],
  [`${HEAD}\n"2026`, /cannot be read as CSV/],
  [`${HEAD}\n${'x'.repeat(5000)}`, /cannot be read as CSV/],
])('refuses the file %j', (text, problem) => {
  const read = readEventFile(text);
  expect(read).toMatchObject({ kind: 'unfit', problems: [expect.stringMatching(problem)] });
});

it('lists a limited number of problems and counts the rest', () => {
  const read = readEventFile([HEAD, ...Array<string>(30).fill('x,y,z,,,,')].join('\n'));
  if (read.kind !== 'unfit') throw new Error('it is unfit');
  expect(read.problems).toHaveLength(21);
  expect(read.problems.at(-1)).toBe('… and 10 more');
});
