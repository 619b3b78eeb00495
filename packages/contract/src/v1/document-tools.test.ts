// The documents pass through the tools that integrators use: a parser of AsyncAPI, and a generator of
// TypeScript types from OpenAPI.
import { Parser } from '@asyncapi/parser';
import openapiTS, { astToString } from 'openapi-typescript';
import { expect, it } from 'vitest';
import { createStreamDocument } from './asyncapi.ts';
import { createV1Document } from './openapi.ts';
import { OPERATIONS } from './operations.ts';

/** Whether a newer version of AsyncAPI exists does not make the document invalid. */
const IGNORED = new Set(['asyncapi-latest-version']);

async function parse(document: object): Promise<string[]> {
  const { diagnostics } = await new Parser().parse(JSON.stringify(document));
  return diagnostics
    .filter(({ code }) => !IGNORED.has(String(code)))
    .map(({ code, path }) => `${String(code)} at ${path.join('.')}`);
}

/** Both tools take seconds on an idle machine. */
const WITHIN_MS = 90_000;

it('passes the parser of AsyncAPI without a warning', { timeout: WITHIN_MS }, async () => {
  const document = createStreamDocument();
  expect(await parse(document)).toEqual([]);
  expect(await parse({ ...document, info: {} })).not.toEqual([]);
});

it('gives openapi-typescript a type for every operation', { timeout: WITHIN_MS }, async () => {
  const types = astToString(await openapiTS(JSON.stringify(createV1Document())));
  for (const { id } of OPERATIONS) expect(types).toContain(`    ${id}: {`);
  expect(types).toContain('MarketOrderRequest');
});
