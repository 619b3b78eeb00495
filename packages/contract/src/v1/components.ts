// Schemas as the documents of the API have them: JSON Schema with the named ones as components.
import * as z from 'zod/mini';

export type Json = Readonly<Record<string, unknown>>;

export type ToSchema = (schema: z.ZodMiniType, io: 'input' | 'output') => Json;

/** Named schemas become components; the result refers to them. */
export function createToSchema(components: Record<string, unknown>): ToSchema {
  return (schema, io) => {
    // Inside another schema a named schema is a reference, so `item` is removed again.
    const { $defs = {}, properties } = z.toJSONSchema(z.object({ item: schema }), { io });
    for (const [name, inner] of Object.entries($defs)) components[name] = toReferences(inner);
    return toReferences(properties?.['item'] ?? {});
  };
}

function toReferences(schema: unknown): Json {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(text) as Json;
}
