// Parses bodies as providers send them: JSON or a form. An unreadable body gives undefined and
// never throws.
import { isUtf8 } from 'node:buffer';

export type Fields = Readonly<Record<string, string>>;

/** Parses a JSON object; undefined for a list, a bare value or invalid JSON. */
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

/**
 * Parses a form's fields; undefined when a name appears twice, because it is then ambiguous which
 * one counts.
 */
export function parseForm(body: Buffer): Fields | undefined {
  if (!isUtf8(body)) return undefined;
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(body.toString())) {
    if (name in fields) return undefined;
    fields[name] = value;
  }
  return fields;
}

/** Converts the reference of an order or a payment in a message; undefined for an empty one. */
export function toReference(value: string | number | null | undefined): string | undefined {
  return value === null || value === undefined || value === '' ? undefined : String(value);
}

export function toForm(fields: Fields): string {
  return new URLSearchParams(fields).toString();
}
