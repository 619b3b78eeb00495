const REQUEST_ID_BYTES = 16;

/**
 * Returns a new idempotency key for one command: a retry with the same id does not execute twice.
 */
export function createRequestId(): string {
  // `randomUUID` is not used, because it is missing on pages without TLS.
  const bytes = crypto.getRandomValues(new Uint8Array(REQUEST_ID_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
