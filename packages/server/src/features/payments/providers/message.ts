// Bodies as providers send them: JSON or a form. What can't be read is undefined, never thrown.
import { isUtf8 } from 'node:buffer';

export type Fields = Readonly<Record<string, string>>;

/** A JSON object; a list, a bare value or no JSON gives undefined. */
export function parseJsonObject(
  body: Buffer | string,
): Readonly<Record<string, unknown>> | undefined {
  if (typeof body !== 'string' && !isUtf8(body)) return undefined;
  try {
    const value: unknown = JSON.parse(body.toString());
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

/** A form's fields; undefined when a name comes twice, for then it is not said which counts. */
export function parseForm(body: Buffer): Fields | undefined {
  if (!isUtf8(body)) return undefined;
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(body.toString())) {
    if (name in fields) return undefined;
    fields[name] = value;
  }
  return fields;
}

/** The name that a message gives to an order or a payment; an empty one names none. */
export function toReference(value: string | number | null | undefined): string | undefined {
  return value === null || value === undefined || value === '' ? undefined : String(value);
}

export function toForm(fields: Fields): string {
  return new URLSearchParams(fields).toString();
}
