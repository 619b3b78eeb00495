// Why the engine rejects a command. A rejection is a value and changes nothing.

export const ENGINE_REJECTION_CODES = [
  'blocked',
  'close-only',
  'no-access',
  'not-verified',
  'price-unavailable',
  'price-moved',
  'leverage-invalid',
  'amount-too-small',
  'amount-too-large',
  'open-losses',
  'too-many-positions',
  'stop-invalid',
  'target-invalid',
  'trail-invalid',
  'trail-unavailable',
  'withdraw-maximum',
  'nothing-to-withdraw',
  'duplicate-id',
  'not-found',
  'not-halted',
  'adjustment-impossible',
  'order-price-invalid',
  'order-expiry-invalid',
  'too-many-orders',
] as const;
export type EngineRejectionCode = (typeof ENGINE_REJECTION_CODES)[number];

/**
 * The facts of a rejection, in the units of the wire, euros and rates: `minimum`, `maximum`,
 * `available` of an amount; `price` of price-moved; `limit` and `side` ('higher' | 'lower', where
 * the level must not be) of a level; both also of order-price-invalid, where `side` is where the
 * price must be; `days` of order-expiry-invalid; `minimum` and `maximum`, distances, of
 * trail-invalid; `allowed`, a comma-separated list, of leverage-invalid.
 */
export type Rejection = {
  readonly code: EngineRejectionCode;
  readonly facts: Readonly<Record<string, string | number>>;
};
