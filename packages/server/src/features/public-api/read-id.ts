const ID_PATTERN = /^[1-9]\d{0,14}$/;

/** Returns undefined for text that can't be the id of a position, an order or an alert. */
export function readId(text: string): number | undefined {
  return ID_PATTERN.test(text) ? Number(text) : undefined;
}
