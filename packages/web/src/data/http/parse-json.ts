/** What a kept text says; null for none, and for what cannot be read. */
export function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
