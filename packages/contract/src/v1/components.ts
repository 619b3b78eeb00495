// Converts schemas to the JSON Schema of the API documents, with named schemas as components.
import * as z from 'zod/mini';

export type Json = Readonly<Record<string, unknown>>;

export type ToSchema = (schema: z.ZodMiniType, io: 'input' | 'output') => Json;

/** Named schemas become components; the result refers to them. */
export function createToSchema(components: Record<string, unknown>): ToSchema {
  return (schema, io) => {
    // Zod emits a named schema as a reference only inside another schema, so it is wrapped in
    // `item` here and unwrapped again.
    const { $defs = {}, properties } = z.toJSONSchema(z.object({ item: schema }), { io });
    for (const [name, inner] of Object.entries($defs)) components[name] = toReferences(inner);
    return toReferences(properties?.['item'] ?? {});
  };
}

function toReferences(schema: unknown): Json {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(text) as Json;
}
