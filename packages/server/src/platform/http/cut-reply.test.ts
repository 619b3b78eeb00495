import { exampleOf } from '@halyard/contract/openapi/example';
import { listCandles, listQuotes } from '@halyard/contract/market';
import { nameOf, ROUTES } from '@halyard/contract/testing/routes';
import { getBalance, listAssets } from '@halyard/contract/trading';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createCutReply } from './cut-reply.ts';

it.each(ROUTES.map((route) => [nameOf(route), route] as const))(
  'gives of %s what its schema gives, and throws what it throws',
  (_name, { reply }) => {
    const cut = createCutReply(reply);
    const example = exampleOf(reply, 'output');
    for (const data of [example, ...spoilt(example)]) {
      const parsed = z.safeParse(reply, data);
      if (parsed.success) expect(asSent(cut(data))).toEqual(asSent(parsed.data));
      else expect(() => cut(data)).toThrow(z.core.$ZodError);
    }
  },
);

it.each([getBalance, listAssets, listQuotes, listCandles].map((route) => [nameOf(route), route]))(
  'copies nothing of %s when it is exact',
  (_name, route) => {
    const { reply } = route as typeof getBalance;
    const example = exampleOf(reply, 'output');
    expect(createCutReply(reply)(example)).toBe(example);
  },
);

const Everything = z.object({
  text: z.string(),
  rate: z.number(),
  whole: z.int().check(z.positive()),
  trimmed: z.string().check(z.trim()),
  flag: z.boolean(),
  none: z.nullable(z.string()),
  some: z.optional(z.string()),
  kind: z.enum(['a', 'b']),
  either: z.union([z.literal(0), z.literal(1)]),
  rows: z.array(z.object({ id: z.number() })),
  pair: z.tuple([z.number(), z.string()]),
  book: z.record(z.string(), z.object({ id: z.number() })),
});
const EXACT = {
  text: 'a',
  rate: -1.5,
  whole: 1,
  trimmed: 'a',
  flag: false,
  none: null,
  kind: 'b',
  either: 1,
  rows: [{ id: 1 }],
  pair: [1, 'a'],
  book: { x: { id: 1 } },
};

it.each([{}, { some: 'a' }, { rows: [] }, { book: {} }, { none: 'a' }])(
  'passes an exact reply unchanged, with %j',
  (change) => {
    const data = { ...EXACT, ...change };
    expect(createCutReply(Everything)(data)).toBe(data);
  },
);

it.each([
  { secret: 1 },
  { some: undefined },
  { trimmed: ' a ' },
  { rows: [{ id: 1, secret: 1 }] },
  { book: { x: { id: 1, secret: 1 } } },
  { rows: [Object.assign(Object.create({ toJSON: () => 'secret' }) as object, { id: 1 })] },
])('cuts what is more: %j', (change) => {
  expect(asSent(createCutReply(Everything)({ ...EXACT, ...change }))).toEqual(EXACT);
});

it.each([
  { text: 1 },
  { rate: Number.NaN },
  { rate: Infinity },
  { whole: 0 },
  { whole: 1.5 },
  { flag: 0 },
  { none: undefined },
  { kind: 'c' },
  { either: 2 },
  { rows: [undefined] },
  { pair: [1] },
  { pair: [1, 'a', 2] },
  { book: [] },
  { book: { x: null } },
])('throws on a reply that does not fit: %j', (change) => {
  expect(() => createCutReply(Everything)({ ...EXACT, ...change })).toThrow(z.core.$ZodError);
});

function asSent(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data));
}

/**
 * Returns variants of a valid reply: with an extra field, without one, and with one that is null,
 * text or a number.
 */
function spoilt(example: unknown): readonly unknown[] {
  if (typeof example !== 'object' || example === null) return [null, {}, 'text'];
  if (Array.isArray(example))
    return [[...example, null], ...spoilt(example[0]).map((one) => [one])];
  const fields = Object.entries(example);
  return [
    { ...example, secret: 'never declared' },
    ...fields.map(([name]) => Object.fromEntries(fields.filter(([other]) => other !== name))),
    ...fields.flatMap(([name, value]) =>
      [null, 'text', -1.5, undefined, ...spoilt(value)].map((inner) => ({
        ...example,
        [name]: inner,
      })),
    ),
  ];
}
