// Reduces a handler's reply to its schema. Nearly always the reply already matches: a check
// generated from the schema confirms that at a fraction of the cost of a copy. Anything that the
// check does not know, or that has extra fields, is parsed by the schema.
import * as z from 'zod/mini';

type Fits = (value: unknown) => boolean;
type Schema = z.core.$ZodType;

/**
 * Creates the function that reduces replies. It throws what the schema throws for an invalid reply.
 */
export function createCutReply(schema: z.ZodMiniType): (data: unknown) => unknown {
  const isExact = createFits(schema);
  return (data) => (isExact(data) ? data : z.parse(schema, data));
}

/** Creates a check that returns true only if the schema would return the value unchanged. */
function createFits(schema: Schema): Fits {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if ((def.checks ?? []).length > 0) return fitsAsPrimitive(schema);
  if (def.type === 'string' && !isFormatted(def)) return (value) => typeof value === 'string';
  if (def.type === 'number' && !isFormatted(def)) return (value) => Number.isFinite(value);
  if (def.type === 'boolean') return (value) => typeof value === 'boolean';
  if (def.type === 'nullable') return fitsOrNull(def.innerType);
  if (def.type === 'array') return fitsArray(def.element);
  if (def.type === 'tuple' && def.rest === null) return fitsTuple(def.items);
  if (def.type === 'record') return fitsRecord(def);
  if (def.type === 'object' && def.catchall === undefined) return fitsObject(def.shape);
  return fitsAsPrimitive(schema);
}

function isFormatted(def: object): boolean {
  return 'format' in def && def.format !== undefined;
}

/**
 * Creates the check of a primitive. Copying would cost as much as the schema's own parser, so only
 * objects are copied.
 */
function fitsAsPrimitive(schema: Schema): Fits {
  return (value) => {
    if (typeof value === 'object' && value !== null) return false;
    const parsed = z.safeParse(schema, value);
    return parsed.success && Object.is(parsed.data, value);
  };
}

function fitsOrNull(inner: Schema): Fits {
  const fits = createFits(inner);
  return (value) => value === null || fits(value);
}

function fitsArray(element: Schema): Fits {
  const fits = createFits(element);
  return (value) => Array.isArray(value) && value.every(fits);
}

function fitsTuple(items: readonly Schema[]): Fits {
  const checks = items.map(createFits);
  return (value) =>
    Array.isArray(value) &&
    value.length === checks.length &&
    checks.every((fits, index) => fits(value[index]));
}

function fitsRecord({ keyType, valueType }: z.core.$ZodRecordDef): Fits {
  const { def } = keyType._zod;
  const isAnyKey = def.type === 'string' && (def.checks ?? []).length === 0 && !isFormatted(def);
  const fits = createFits(valueType);
  return (value) =>
    isAnyKey &&
    isPlain(value) &&
    Object.keys(value).every((key) => key !== '__proto__' && fits(value[key]));
}

function fitsObject(shape: Readonly<Record<string, Schema>>): Fits {
  const fields = Object.entries(shape).map(([key, field]) => {
    const { def } = (field as z.core.$ZodTypes)._zod;
    const isOptional = def.type === 'optional';
    return { key, isOptional, fits: createFits(isOptional ? def.innerType : field) };
  });
  return (value) => {
    if (!isPlain(value)) return false;
    let present = 0;
    for (const { key, isOptional, fits } of fields) {
      const inner = value[key];
      if (inner === undefined) {
        if (!isOptional || key in value) return false;
      } else {
        if (!fits(inner)) return false;
        present += 1;
      }
    }
    return Object.keys(value).length === present;
  };
}

/**
 * Returns whether a value is a plain object. Values with their own prototype can serialise
 * differently.
 */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
