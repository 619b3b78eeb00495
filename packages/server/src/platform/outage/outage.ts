// Thrown when a dependency is unavailable (the database, room in a queue, a provider); never
// returned, and answered with 503: the same request can be sent again.

export const OUTAGE_REASONS = [
  'database',
  'busy',
  'stopping',
  'no-lease',
  'mail',
  'feed',
  'provider',
  'content',
  'scanner',
  'files',
] as const;
export type OutageReason = (typeof OUTAGE_REASONS)[number];

export class Outage extends Error {
  override readonly name = 'Outage';
  readonly reason: OutageReason;

  constructor(reason: OutageReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
