// Generates the OpenAPI 3.1 document of the public API from the declared operations.
import type * as z from 'zod/mini';
import { REJECTIONS, type RejectionCode } from '../rejections.ts';
import { createToSchema, type Json, type ToSchema } from './components.ts';
import { exampleOf } from './example.ts';
import { codesOf, statusOf, TAGS, V1_ROOT, type Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { Problem, PROBLEM_TYPE, toProblem } from './problem.ts';

const INFO = {
  title: 'Halyard trading API',
  version: '1.0.0',
  description: [
    'Prices, accounts, orders and positions for programs.',
    'Amounts and prices are decimal strings, times are RFC 3339 in UTC with milliseconds, ids are',
    'opaque strings. Errors are problem documents (RFC 9457) whose `code` is from a closed list.',
    'After a timeout, a broken connection or 503 the outcome of a request is unknown: repeat it with',
    'the same `client_order_id` or `Idempotency-Key`, and it is executed at most once. `x-repeatable`',
    'says of each operation whether the same request can be sent again safely.',
  ].join(' '),
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
} as const;

const REQUEST_ID = '7d5c1f0e-3b7a-4a58-9f6c-2f1f6f0a9c31';

/** Returns the OpenAPI document as plain JSON; the server's URL is relative to the document's. */
export function createV1Document(): Json {
  const schemas: Record<string, unknown> = {};
  const toSchema = createToSchema(schemas);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of OPERATIONS) {
    const operations = (paths[operation.path] ??= {});
    operations[operation.method.toLowerCase()] = toOperation(operation, toSchema);
  }
  toSchema(Problem, 'output');
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: V1_ROOT }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'hk_live_… or hk_practice_…',
          description:
            'An API key that you create in your profile, for the live or the practice account.',
        },
      },
      headers: HEADERS,
      schemas,
    },
  };
}

const HEADERS: Json = {
  'X-Request-ID': header('Names this answer in our log.', { type: 'string' }, REQUEST_ID),
  'RateLimit-Policy': header(
    'What the key may call: `q` requests, refilled evenly within `w` seconds.',
    { type: 'string' },
    '"key";q=300;w=6',
  ),
  RateLimit: header(
    'What is left: `r` requests now, all of them after `t` seconds.',
    { type: 'string' },
    '"key";r=299;t=1',
  ),
  'Retry-After': header('Seconds to wait.', { type: 'integer', minimum: 0 }, 2),
};

function header(description: string, schema: Json, example: unknown): Json {
  return { description, schema, example };
}

const headerRef = (name: string): Json => ({ $ref: `#/components/headers/${name}` });
const RATE_HEADERS: Json = {
  'X-Request-ID': headerRef('X-Request-ID'),
  'RateLimit-Policy': headerRef('RateLimit-Policy'),
  RateLimit: headerRef('RateLimit'),
};

function toOperation(operation: Operation, toSchema: ToSchema): Json {
  const { body } = operation;
  return {
    operationId: operation.id,
    'x-repeatable': operation.isRepeatable ?? true,
    tags: [operation.tag],
    summary: operation.summary,
    description: `${operation.description} The key needs the scope \`${operation.scope}\`.`,
    parameters: [
      ...toParameters(operation.params, 'path', toSchema),
      ...toParameters(operation.query, 'query', toSchema),
      ...(operation.idempotent === true ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: jsonContent(toSchema(body, 'input'), exampleOf(body, 'input')),
          },
        }),
    responses: { [String(operation.status)]: success(operation, toSchema), ...problems(operation) },
  };
}

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description:
    'An id that you choose, at most 64 characters. Repeating a request with the same key and content returns its first result; with other content it is rejected with `duplicate-id`.',
  schema: { type: 'string', minLength: 1, maxLength: 64, pattern: '^[!-~]+$' },
  example: 'close-4711-0001',
};

function toParameters(
  schema: z.ZodMiniType | undefined,
  place: 'path' | 'query',
  toSchema: ToSchema,
): readonly Json[] {
  if (schema === undefined) return [];
  const { properties, required = [] } = toSchema(schema, 'input') as {
    readonly properties: Readonly<Record<string, Json>>;
    readonly required?: readonly string[];
  };
  const examples = exampleOf(schema, 'input') as Json;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    description: property['description'] ?? name,
    schema: property,
    example: examples[name],
  }));
}

function success({ reply, file }: Operation, toSchema: ToSchema): Json {
  const headers = RATE_HEADERS;
  if (file !== undefined) {
    const content = file.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]);
    return { description: 'The file.', headers, content: Object.fromEntries(content) as Json };
  }
  if (reply === undefined) return { description: 'Done.', headers };
  const content = jsonContent(toSchema(reply, 'output'), exampleOf(reply, 'output'));
  return { description: 'Done.', headers, content };
}

function problems(operation: Operation): Json {
  const byStatus = Map.groupBy(codesOf(operation), statusOf);
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, problem(codes)]));
}

function problem(codes: readonly RejectionCode[]): Json {
  const isRetried = codes.some((code) => code === 'too-many' || code === 'unavailable');
  const examples = codes.map((code) => [
    code,
    { value: toProblem(exampleRejection(code), REQUEST_ID) },
  ]);
  return {
    description: codes.map((code) => `\`${code}\`: ${REJECTIONS[code].text}.`).join('\n'),
    headers: {
      'X-Request-ID': headerRef('X-Request-ID'),
      ...(isRetried ? { 'Retry-After': headerRef('Retry-After') } : {}),
    },
    content: {
      [PROBLEM_TYPE]: {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(examples) as Json,
      },
    },
  };
}

function exampleRejection(code: RejectionCode) {
  if (code === 'invalid') return { code, errors: { symbol: 'must be a symbol such as BTCUSD' } };
  return code === 'price-moved' ? { code, facts: { price: '40012.50' } } : { code };
}

function jsonContent(schema: Json, example: unknown): Json {
  return { 'application/json': { schema, example } };
}
