// Tables of the fields of JSON Schemas; named schemas link to their own section.
import { escapeHtml, inline, table } from './html.ts';

export type Json = Readonly<Record<string, unknown>>;

export function toJson(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

/** Returns the fields of an object schema as a table; the types of another schema. */
export function renderSchema(schema: Json): string {
  const variants = variantsOf(schema);
  if (variants.length > 0) {
    return `<p>One of: ${variants.map((one) => typeOf(one)).join(', ')}.</p>`;
  }
  const properties = Object.entries(toJson(schema['properties']));
  if (properties.length === 0) return `<p>${typeOf(schema)}</p>`;
  const required = (schema['required'] ?? []) as readonly string[];
  return table(
    ['Field', 'Type', 'Description'],
    properties.map(([name, value]) => {
      const field = toJson(value);
      const mark = required.includes(name) ? '' : ' <span class="hint">optional</span>';
      return [`<code>${escapeHtml(name)}</code>${mark}`, typeOf(field), descriptionOf(field)];
    }),
  );
}

export function variantsOf(schema: Json): readonly Json[] {
  const variants = schema['oneOf'] ?? schema['anyOf'];
  return Array.isArray(variants) ? variants.map(toJson) : [];
}

export function typeOf(schema: Json): string {
  const { $ref: reference, const: constant, enum: values, type, items } = schema;
  if (typeof reference === 'string') {
    const name = reference.slice(reference.lastIndexOf('/') + 1);
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if (constant !== undefined) return `<code>${escapeHtml(JSON.stringify(constant))}</code>`;
  if (Array.isArray(values)) {
    const shown = values.map((one) => `<code>${escapeHtml(String(one))}</code>`);
    // A long list of values is the list of error codes, which has a page of its own.
    return shown.length > 20 ? 'string' : shown.join(', ');
  }
  const variants = variantsOf(schema);
  if (variants.length > 0) return variants.map(typeOf).join(' or ');
  if (type === 'array') return `array of ${typeOf(toJson(items))}`;
  if (type === 'object' && schema['properties'] !== undefined) {
    const fields = Object.entries(toJson(schema['properties']));
    return `object: ${fields.map(([name, one]) => `<code>${name}</code> ${typeOf(toJson(one))}`).join(', ')}`;
  }
  if (Array.isArray(type)) return type.join(' or ');
  return typeof type === 'string' ? type : 'any';
}

function descriptionOf(schema: Json): string {
  const { description, examples } = schema;
  const example: unknown = Array.isArray(examples) ? examples[0] : undefined;
  const shown =
    example === undefined || example === null
      ? ''
      : ` <span class="hint">Example: <code>${escapeHtml(JSON.stringify(example))}</code></span>`;
  return `${typeof description === 'string' ? inline(description) : ''}${shown}`;
}

/** Returns a section for each named schema. */
export function renderSchemas(schemas: Json): string {
  return Object.entries(schemas)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, value]) => {
      const schema = toJson(value);
      return `<h3 id="schema-${name}">${name}</h3><p>${descriptionOf(schema)}</p>${renderSchema(schema)}`;
    })
    .join('');
}
