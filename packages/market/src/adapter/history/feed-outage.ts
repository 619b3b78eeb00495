/** A vendor cannot be asked now, or its answer is none. Thrown; its message holds no secret. */
export class FeedOutage extends Error {
  override readonly name = 'FeedOutage';
}
