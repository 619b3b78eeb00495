const ID_PATTERN = /^[1-9]\d{0,14}$/;

/** Parses the id of a position, an order or an alert; undefined for other text. */
export function readId(text: string): number | undefined {
  return ID_PATTERN.test(text) ? Number(text) : undefined;
}
