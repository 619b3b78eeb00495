/** Thrown when a vendor is unavailable or its reply is invalid. The message contains no secret. */
export class FeedOutage extends Error {
  override readonly name = 'FeedOutage';
}
