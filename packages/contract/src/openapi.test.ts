import { expect, it } from 'vitest';

import * as accounts from './accounts.ts';
import * as config from './config.ts';
import * as market from './market.ts';
import * as trading from './trading.ts';
import { createOpenApi } from './openapi.ts';
import { parseInput } from './parse-input.ts';
import { REFUSALS } from './refusals.ts';
import type { Route } from './route.ts';

const routes = [accounts, config, market, trading]
  .flatMap((module) => Object.values<unknown>(module))
  .filter(isRoute);

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
}

it('knows the routes of every topic', () => {
  expect(routes.length).toBeGreaterThanOrEqual(12);
});

it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
  'converts every schema of %s',
  (_name, route) => {
    const document = createOpenApi([route], { title: 'Halyard', version: '0' });
    const operation = document.paths[route.path]?.[route.method.toLowerCase()];
    expect(operation).toMatchObject({ summary: route.summary });
    const statuses = Object.keys(operation?.responses ?? {});
    expect(statuses).toContain(String(route.status ?? 200));
    for (const code of route.refusals) expect(statuses).toContain(String(REFUSALS[code].status));
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  },
);

it('declares each address and method once', () => {
  const names = routes.map((route) => `${route.method} ${route.path}`);
  expect(new Set(names).size).toBe(names.length);
});

it('never lets GET carry a body', () => {
  expect(routes.filter((route) => route.method === 'GET' && route.body !== undefined)).toEqual([]);
});

it.each(
  routes.flatMap((route) => (route.access === 'public' ? [] : [[route.path, route] as const])),
)('lets a session token come in the body or query of %s', (_path, route) => {
  const place = route.method === 'GET' ? route.query : route.body;
  expect(place).toBeDefined();
  if (place === undefined) return;
  const parsed = parseInput(place, { token: 't'.repeat(43) });
  const errors = parsed.ok ? {} : parsed.errors;
  expect(errors).not.toHaveProperty('token');
});

it('lists a query parameter with its schema', () => {
  const document = createOpenApi([market.listCandles], { title: 'Halyard', version: '0' });
  expect(document.paths['/api/market/candles']?.['get']?.parameters).toContainEqual({
    name: 'symbol',
    in: 'query',
    required: true,
    schema: { type: 'string', pattern: '^[A-Z0-9]{1,20}$' },
  });
});
