const REQUEST_ID_BYTES = 16;

/** A new id for one command: sent again with a retry, it keeps the command from acting twice. */
export function createRequestId(): string {
  // Not `randomUUID`, which pages without TLS do not have.
  const bytes = crypto.getRandomValues(new Uint8Array(REQUEST_ID_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
