import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { REJECTIONS } from '../rejections.ts';
import { exampleOf } from './example.ts';
import { createV1Document } from './openapi.ts';
import { codesOf, statusOf } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { Problem, toProblem } from './problem.ts';

const document = createV1Document();

it('gives every operation an id of its own', () => {
  const ids = OPERATIONS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { summary, description } of OPERATIONS) {
    expect(summary).not.toBe('');
    expect(description).toMatch(/\.$/);
  }
});

it('names the schemas of requests and responses', () => {
  const { schemas } = document['components'] as { readonly schemas: object };
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining(['Account', 'Instrument', 'MarketOrderRequest', 'Order', 'Problem']),
  );
  expect(JSON.stringify(document)).not.toContain('$defs');
});

describe.each(OPERATIONS)('$id', (operation) => {
  it('has examples that fit its schemas', () => {
    const sides = [
      [operation.params, 'input'],
      [operation.query, 'input'],
      [operation.body, 'input'],
      [operation.reply, 'output'],
    ] as const;
    const errors = sides.map(([schema, io]) =>
      schema === undefined ? undefined : z.safeParse(schema, exampleOf(schema, io)).error,
    );
    expect(errors).toEqual(sides.map(() => undefined));
  });

  it('documents each of its codes with its status and a problem that fits', () => {
    const { paths } = document as {
      readonly paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
    };
    const { responses } = paths[operation.path]?.[operation.method.toLowerCase()] ?? {};
    for (const code of codesOf(operation)) {
      expect(JSON.stringify(responses?.[statusOf(code)])).toContain(`urn:halyard:error:${code}`);
      expect(() => z.parse(Problem, toProblem({ code }, 'request'))).not.toThrow();
    }
    expect(Object.keys(REJECTIONS)).toEqual(expect.arrayContaining([...codesOf(operation)]));
  });
});
