import type * as z from 'zod/mini';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function encode(payload: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(payload));
}

/** Returns the payload if it fits the schema; undefined otherwise. */
export function parse<Schema extends z.ZodMiniType>(
  schema: Schema,
  data: Uint8Array,
): z.infer<Schema> | undefined {
  try {
    return schema.parse(JSON.parse(decoder.decode(data)));
  } catch {
    return undefined;
  }
}
