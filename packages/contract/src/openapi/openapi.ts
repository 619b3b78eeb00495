// Generates the OpenAPI 3.1 document of the routes that a server binds.
import * as z from 'zod/mini';

import { exampleOf } from './example.ts';
import { REJECTIONS, rejectionText, type RejectionCode } from '../rejections.ts';
import { COMMON_REJECTIONS, isRead, WORK_HEADER, type Route } from '../route.ts';

type Json = Readonly<Record<string, unknown>>;

export type ApiInfo = { readonly title: string; readonly version: string };

export type Operation = {
  readonly summary: string;
  readonly parameters: readonly Json[];
  readonly responses: Json;
} & Json;

export type OpenApi = {
  readonly openapi: '3.1.0';
  readonly info: ApiInfo;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Json;
};

/**
 * Accepts all bound routes in any order and returns plain JSON. Each route's schemas must be
 * convertible.
 */
export function createOpenApi(routes: readonly Route[], info: ApiInfo): OpenApi {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const operations = (paths[route.path] ??= {});
    operations[route.method.toLowerCase()] = toOperation(route);
  }
  return {
    openapi: '3.1.0',
    info,
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: ERROR_SCHEMA },
    },
  };
}

function toOperation(route: Route): Operation {
  return {
    summary: route.summary,
    tags: [route.path.split('/')[2] ?? 'health'],
    security: route.access === 'public' ? [] : [{ session: [] }],
    parameters: [
      ...toParameters(route.params, 'path'),
      ...toParameters(route.query, 'query'),
      ...(route.rejections.includes('proof-required') ? [WORK_PARAMETER] : []),
    ],
    ...(route.body === undefined
      ? {}
      : { requestBody: { required: true, content: bodyContent(route, route.body) } }),
    responses: {
      [String(route.status ?? 200)]: {
        description: 'Done',
        content: replyContent(route),
      },
      ...toErrorResponses(route),
    },
  };
}

const WORK_PARAMETER: Json = {
  name: WORK_HEADER,
  in: 'header',
  required: false,
  description: [
    'Sent when the same request was refused with the code `proof-required`: its `facts.challenge`,',
    'a dot, and a decimal number of at most eleven digits. SHA-256 of `SIGNATURE:NUMBER` in ASCII,',
    'where SIGNATURE is the part of the challenge behind its last dot, must begin with',
    '`facts.bits` zero bits. A challenge holds for this route and two minutes, and is used once.',
  ].join(' '),
  schema: { type: 'string', maxLength: 128 },
  example: 'k3Jq0aZ9xW2vB7nM.1795392000000.16.5xq…3kQ.48213',
};

function toParameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): readonly Json[] {
  if (schema === undefined) return [];
  const { properties, required } = PropertiesOf.parse(toSchema(schema, 'input'));
  const examples = exampleOf(schema, 'input') as Json;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
    ...(name in examples ? { example: examples[name] } : {}),
  }));
}

const PropertiesOf = z.object({
  properties: z.record(z.string(), z.unknown()),
  required: z._default(z.array(z.string()), []),
});

/** Returns every error code of a route, including the common ones. */
export function rejectionsOf(route: Route): ReadonlySet<RejectionCode> {
  return new Set<RejectionCode>([
    ...COMMON_REJECTIONS,
    ...(route.access === 'public' ? [] : (['session-ended', 'forbidden'] as const)),
    ...(route.access === 'customer' && !isRead(route) ? (['read-only'] as const) : []),
    ...(route.file === undefined ? [] : [route.file.unfit, route.file.tooLarge]),
    ...route.rejections,
  ]);
}

function toErrorResponses(route: Route): Json {
  const byStatus = Map.groupBy(rejectionsOf(route), (code) => REJECTIONS[code].status);
  const responses = [...byStatus].map(([status, group]) => [
    String(status),
    {
      description: group.join(', '),
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Error' },
          examples: Object.fromEntries(group.map((code) => [code, { value: errorExample(code) }])),
        },
      },
    },
  ]);
  return Object.fromEntries(responses) as Json;
}

function errorExample(code: RejectionCode): Json {
  const errors = code === 'invalid' ? { errors: { email: 'invalid email address' } } : {};
  return {
    status: 'error',
    code,
    message: rejectionText({ code }),
    ...errors,
    requestId: 'req-4f2c',
    data: null,
  };
}

function toSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}

function bodyContent({ file }: Route, body: z.ZodMiniType): Json {
  const schema = toSchema(body, 'input');
  if (file === undefined) return jsonContent(schema, exampleOf(body, 'input'));
  const { properties, required } = PropertiesOf.parse(schema);
  const content = { type: 'string', format: 'binary', maxLength: file.bytesMax };
  return {
    'multipart/form-data': {
      schema: {
        ...schema,
        properties: { ...properties, [file.name]: content },
        required: [...required, file.name],
      },
    },
  };
}

function replyContent({ download, reply }: Route): Json {
  if (download !== undefined) {
    const content = { schema: { type: 'string', format: 'binary' } };
    return Object.fromEntries(download.mediaTypes.map((mediaType) => [mediaType, content]));
  }
  const example = { status: 'success', data: exampleOf(reply, 'output') };
  return jsonContent(successSchema(toSchema(reply, 'output')), example);
}

function jsonContent(schema: Json, example: unknown): Json {
  return { 'application/json': { schema, example } };
}

function successSchema(data: Json): Json {
  return {
    type: 'object',
    properties: { status: { const: 'success' }, data },
    required: ['status', 'data'],
  };
}

const ERROR_SCHEMA: Json = {
  type: 'object',
  properties: {
    status: { const: 'error' },
    code: { enum: Object.keys(REJECTIONS) },
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'string' } },
    facts: { type: 'object' },
    requestId: { type: 'string' },
    data: { type: 'null' },
  },
  required: ['status', 'code', 'message', 'requestId', 'data'],
};
