// Returns an example of a schema, built from the examples of its fields. The contract's tests
// validate each against its schema.
import * as z from 'zod/mini';

type Json = Readonly<Record<string, unknown>>;

/** Returns the example of a schema. Optional fields are included. */
export function exampleOf(schema: z.ZodMiniType, io: 'input' | 'output'): unknown {
  const { $defs = {}, properties } = z.toJSONSchema(z.object({ item: schema }), { io });
  return toExample(properties?.['item'] as Json, $defs);
}

function toExample(schema: Json, defs: Readonly<Record<string, Json>>): unknown {
  if (Array.isArray(schema['examples'])) return schema['examples'][0] as unknown;
  const name = /^#\/\$defs\/(.+)$/.exec(String(schema['$ref']))?.[1];
  if (name !== undefined) return toExample(defs[name] ?? {}, defs);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0] as unknown;
  const choices = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(choices)) return toExample(choices[0] as Json, defs);
  if (schema['type'] === 'array') return [toExample(schema['items'] as Json, defs)];
  if (schema['type'] !== 'object') throw new Error(`No example for ${JSON.stringify(schema)}`);
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
  return Object.fromEntries(fields.map(([key, field]) => [key, toExample(field, defs)]));
}
