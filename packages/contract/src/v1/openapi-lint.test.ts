import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { createV1Document } from './openapi.ts';

const RULES = {
  'no-invalid-media-type-examples': 'error',
  'no-invalid-parameter-examples': 'error',
  'no-invalid-schema-examples': 'error',
  'operation-description': 'error',
  'operation-operationId': 'error',
  'parameter-description': 'error',
  'tag-description': 'error',
} as const;

/** Returns Redocly's findings about the document, as `rule at pointer`. */
async function lint(document: unknown): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'], rules: RULES });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(({ ruleId, location }) => `${ruleId} at ${location[0]?.pointer}`);
}

/** Redocly takes seconds on an idle machine. */
const WITHIN_MS = 90_000;

it(
  'passes the recommended rules of Redocly without a warning',
  { timeout: WITHIN_MS },
  async () => {
    expect(await lint(createV1Document())).toEqual([]);
  },
);

it(
  'fails where an operation has no summary or an example does not fit',
  { timeout: WITHIN_MS },
  async () => {
    const source = JSON.stringify(createV1Document());
    const bare = source.replace('"summary":"List instruments",', '');
    expect(await lint(JSON.parse(bare))).toEqual([
      'operation-summary at #/paths/~1instruments/get/summary',
    ]);
    const unfit = source.replace('"example":{"data":', '"example":{"data":1,"x":');
    expect((await lint(JSON.parse(unfit))).length).toBeGreaterThan(0);
  },
);
