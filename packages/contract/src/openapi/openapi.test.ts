import { expect, it } from 'vitest';
import * as z from 'zod/mini';

import { exampleOf } from './example.ts';
import * as market from '../market.ts';
import { createOpenApi, rejectionsOf } from './openapi.ts';
import { parseInput } from '../parse-input.ts';
import { REJECTIONS } from '../rejections.ts';
import { nameOf, ROUTES } from '../testing/routes.ts';

const NAMED = ROUTES.map((route) => [nameOf(route), route] as const);

const Content = z.record(
  z.string(),
  z.looseObject({ examples: z.optional(z.record(z.string(), z.unknown())) }),
);
const OperationShape = z.object({
  responses: z.record(z.string(), z.object({ content: Content })),
  parameters: z.array(z.object({ name: z.string(), example: z.optional(z.unknown()) })),
  requestBody: z.optional(z.object({ content: Content })),
});

it('knows the routes of every topic', () => {
  expect(ROUTES.length).toBeGreaterThanOrEqual(56);
});

it.each(NAMED)('converts every schema of %s', (_name, route) => {
  const document = createOpenApi([route], { title: 'Halyard', version: '0' });
  const operation = document.paths[route.path]?.[route.method.toLowerCase()];
  expect(operation).toMatchObject({ summary: route.summary });
  const statuses = Object.keys(operation?.responses ?? {});
  expect(statuses).toContain(String(route.status ?? 200));
  for (const code of route.rejections) expect(statuses).toContain(String(REJECTIONS[code].status));
  expect(JSON.parse(JSON.stringify(document))).toEqual(document);
});

it.each(NAMED)('has valid request and response examples for %s', (_name, route) => {
  for (const schema of [route.params, route.query, route.body]) {
    if (schema === undefined) continue;
    const parsed = parseInput(schema, exampleOf(schema, 'input'));
    expect(parsed.ok ? {} : parsed.errors).toEqual({});
  }
  const reply = parseInput(route.reply, exampleOf(route.reply, 'output'));
  expect(reply.ok ? {} : reply.errors).toEqual({});
});

it.each(NAMED)('describes every field and every error of %s with an example', (_name, route) => {
  const document = createOpenApi([route], { title: 'Halyard', version: '0' });
  const operation = OperationShape.parse(document.paths[route.path]?.[route.method.toLowerCase()]);
  const { responses, parameters, requestBody } = operation;
  const content = responses[String(route.status ?? 200)]?.content;
  if (route.download === undefined) {
    expect(content?.['application/json']).toHaveProperty('example.data');
  } else {
    expect(Object.keys(content ?? {})).toEqual(route.download.mediaTypes);
  }
  const refused = Object.values(responses).flatMap(({ content }) =>
    Object.keys(content['application/json']?.examples ?? {}),
  );
  expect(refused.toSorted()).toEqual([...rejectionsOf(route)].toSorted());
  const bare = parameters.filter(({ name, example }) => name !== 'token' && example === undefined);
  expect(bare).toEqual([]);
  if (route.body === undefined || route.file !== undefined) return;
  expect(requestBody?.content['application/json']).toHaveProperty('example');
});

it('declares each address and method once', () => {
  const names = ROUTES.map(nameOf);
  expect(new Set(names).size).toBe(names.length);
});

it('never lets GET carry a body', () => {
  expect(ROUTES.filter((route) => route.method === 'GET' && route.body !== undefined)).toEqual([]);
});

/**
 * The routes that take the session token only in the header: an extension for our own clients,
 * which never put a token into a URL.
 */
const HEADER_ONLY: ReadonlySet<string> = new Set(['/api/transactions/get']);

it.each(
  ROUTES.flatMap((route) =>
    route.access === 'public' || route.access === 'staff' || HEADER_ONLY.has(route.path)
      ? []
      : [[route.path, route] as const],
  ),
)('lets a session token come in the body or query of %s', (_path, route) => {
  const place = route.method === 'GET' ? route.query : route.body;
  expect(place).toBeDefined();
  if (place === undefined) return;
  const parsed = parseInput(place, { token: 't'.repeat(43) });
  const errors = parsed.ok ? {} : parsed.errors;
  expect(errors).not.toHaveProperty('token');
});

it.each(NAMED.filter(([, { access }]) => access === 'staff'))(
  'takes the session token of %s from the header alone',
  (_name, route) => {
    for (const place of [route.query, route.body, route.params]) {
      const parsed = parseInput(place ?? z.strictObject({}), { token: 't'.repeat(43) });
      expect(parsed.ok ? {} : parsed.errors).toHaveProperty('token');
    }
  },
);

it('lists a query parameter with its schema', () => {
  const document = createOpenApi([market.listCandles], { title: 'Halyard', version: '0' });
  expect(document.paths['/api/market/candles']?.['get']?.parameters).toContainEqual({
    name: 'symbol',
    in: 'query',
    required: true,
    schema: { type: 'string', pattern: '^[A-Z0-9]{1,20}$' },
    example: 'BTCUSD',
  });
});
