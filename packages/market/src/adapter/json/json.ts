// Parses external JSON: values are validated, and numbers keep their digits.

/** Returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Like parseJson, with each number as its own text: 311.20 is '311.20'. */
export function parseJsonDigits(text: string): unknown {
  try {
    return JSON.parse(text, keepDigits);
  } catch {
    return undefined;
  }
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? context?.source : value;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/** Returns the milliseconds since 1970 of an RFC 3339 time, truncated; undefined for other text. */
export function parseTime(value: unknown): number | undefined {
  if (typeof value !== 'string' || !RFC_3339.test(value)) return undefined;
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? undefined : atMs;
}
