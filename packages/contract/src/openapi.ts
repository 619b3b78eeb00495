// The OpenAPI 3.1 document of the routes that a server binds.
import * as z from 'zod/mini';

import { REFUSALS, type RefusalCode } from './refusals.ts';
import { COMMON_REFUSALS, type Route } from './route.ts';

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

/** Takes every bound route, whatever its order; gives plain JSON. Each route's schemas must be convertible. */
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
    parameters: [...toParameters(route.params, 'path'), ...toParameters(route.query, 'query')],
    ...(route.body === undefined
      ? {}
      : { requestBody: { required: true, content: jsonContent(toSchema(route.body, 'input')) } }),
    responses: {
      [String(route.status ?? 200)]: {
        description: 'Done',
        content: jsonContent(successSchema(toSchema(route.reply, 'output'))),
      },
      ...toErrorResponses(route),
    },
  };
}

function toParameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): readonly Json[] {
  if (schema === undefined) return [];
  const { properties, required } = PropertiesOf.parse(toSchema(schema, 'input'));
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

const PropertiesOf = z.object({
  properties: z.record(z.string(), z.unknown()),
  required: z._default(z.array(z.string()), []),
});

function toErrorResponses(route: Route): Json {
  const codes: readonly RefusalCode[] = [
    ...COMMON_REFUSALS,
    ...(route.access === 'public' ? [] : (['session-ended', 'forbidden'] as const)),
    ...route.refusals,
  ];
  const byStatus = Map.groupBy(new Set(codes), (code) => REFUSALS[code].status);
  const responses = [...byStatus].map(([status, group]) => [
    String(status),
    {
      description: group.join(', '),
      content: jsonContent({ $ref: '#/components/schemas/Error' }),
    },
  ]);
  return Object.fromEntries(responses) as Json;
}

function toSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}

function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } };
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
    code: { enum: Object.keys(REFUSALS) },
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'string' } },
    facts: { type: 'object' },
    requestId: { type: 'string' },
    data: { type: 'null' },
  },
  required: ['status', 'code', 'message', 'requestId', 'data'],
};
