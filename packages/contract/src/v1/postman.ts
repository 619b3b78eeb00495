// The Postman collection of the public API, in the format 2.1, from the declared operations.
import type { Json } from './components.ts';
import { exampleOf } from './example.ts';
import { TAGS, V1_ROOT, type Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

export function createPostmanCollection(): Json {
  return {
    info: {
      name: 'Halyard trading API',
      description: 'Set the variables `baseUrl` and `apiKey` of the collection.',
      schema: SCHEMA,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: 'http://localhost:3000' },
      { key: 'apiKey', value: '' },
    ],
    item: Object.entries(TAGS).map(([tag, description]) => ({
      name: tag,
      description,
      item: OPERATIONS.filter((one) => one.tag === tag).map(toItem),
    })),
  };
}

function toItem(operation: Operation): Json {
  const { summary, description, method, path, params, query, body, idempotent } = operation;
  const parts = `${V1_ROOT}${path}`
    .slice(1)
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .split('/');
  const sent = body === undefined ? undefined : JSON.stringify(exampleOf(body, 'input'), null, 2);
  const names = toPairs(query);
  const raw = `{{baseUrl}}/${parts.join('/')}`;
  return {
    name: summary,
    request: {
      method,
      description,
      header: [
        ...(sent === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
        ...(idempotent === true ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
      ],
      ...(sent === undefined
        ? {}
        : { body: { mode: 'raw', raw: sent, options: { raw: { language: 'json' } } } }),
      url: {
        raw,
        host: ['{{baseUrl}}'],
        path: parts,
        query: names.map((one) => ({ ...one, disabled: true })),
        variable: toPairs(params),
      },
    },
  };
}

function toPairs(schema: Operation['query']): { readonly key: string; readonly value: string }[] {
  if (schema === undefined) return [];
  const example = exampleOf(schema, 'input') as Json;
  return Object.entries(example).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? value : '',
  }));
}
