// The database keeps the original names of columns and JSON fields that the code has since renamed.
// Only this file knows both names.

const STORED_NAMES: Readonly<Record<string, string>> = {
  bidPoints: 'sellPoints',
  askPoints: 'buyPoints',
  openBidPoints: 'openSellPoints',
  openAskPoints: 'openBuyPoints',
  closeBidPoints: 'closeSellPoints',
  closeAskPoints: 'closeBuyPoints',
  endBidPoints: 'endSellPoints',
  endAskPoints: 'endBuyPoints',
  requestedPoints: 'seenPoints',
  openRequestedPoints: 'openSeenPoints',
  closeRequestedPoints: 'closeSeenPoints',
  stopOutPoints: 'terminationPoints',
  hasGuaranteedStop: 'isProtected',
  usedMarginCents: 'investedCents',
  rejection: 'refusal',
};

const CODE_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(STORED_NAMES).map(([name, stored]) => [stored, name]),
);

// Inside a JSON string, the quote before the colon is escaped, so only field names match.
const FIELD = new RegExp(`"(${Object.keys(STORED_NAMES).join('|')})":`, 'g');

/** Returns the stored name of a field, which is the same for most fields. */
export function toStoredName(name: string): string {
  return STORED_NAMES[name] ?? name;
}

/** Returns the value as JSON with the stored names. */
export function toStoredJson(value: object): string {
  return JSON.stringify(value).replace(FIELD, (_field, name: string) => `"${toStoredName(name)}":`);
}

/** Returns a value that was read from stored JSON, with the names that the code uses. */
export function fromStored(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(fromStored);
  return Object.fromEntries(
    Object.entries(value).map(([stored, one]) => [CODE_NAMES[stored] ?? stored, fromStored(one)]),
  );
}
