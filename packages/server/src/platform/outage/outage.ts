// An outage: something that we need is not there now (the database, a queue's room, a provider).
// It is thrown, never returned, and the edge answers it with 503: the same request may be sent again.

export type OutageReason =
  | 'database'
  | 'busy'
  | 'stopping'
  | 'no-lease'
  | 'mail'
  | 'feed'
  | 'provider'
  | 'content';

export class Outage extends Error {
  override readonly name = 'Outage';
  readonly reason: OutageReason;

  constructor(reason: OutageReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
