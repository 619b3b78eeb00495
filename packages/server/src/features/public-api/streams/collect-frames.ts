// Returns missed frames to a client that requests them over HTTP, as if it had subscribed for a
// moment.
import { SECOND_MS } from '@halyard/core/time';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { Outage } from '#platform/outage/outage.ts';
import type { Channel, Since } from './subscriber.ts';

/** How long a channel that nobody followed may take to read its first state. */
const FIRST_FRAME_WITHIN_MS = 5 * SECOND_MS;

/**
 * Returns the channel's frames after a position; rejects a position that the stream has not reached.
 * Throws an Outage if the channel gets no first frame in time.
 */
export async function collectFrames(
  channel: Channel,
  since: Since,
  waitMs = FIRST_FRAME_WITHIN_MS,
): Promise<Answer<readonly string[]>> {
  const last = channel.position();
  if (since !== undefined && since.stream === last?.stream && since.seq > last.seq) {
    const errors = { since: 'must not be after the last frame of the stream' };
    return refused({ code: 'invalid', errors });
  }
  const frames: string[] = [];
  const arrival = Promise.withResolvers<boolean>();
  const add = (text: string): void => {
    frames.push(text);
    arrival.resolve(true);
  };
  const subscriber = { deliver: add, offer: (_: string, text: string) => add(text) };
  channel.subscribe(subscriber, since);
  // A channel with a position has already delivered its stored frames.
  if (last === undefined) {
    const timer = setTimeout(() => arrival.resolve(false), waitMs);
    const hasArrived = await arrival.promise;
    clearTimeout(timer);
    if (!hasArrived) {
      channel.unsubscribe(subscriber);
      throw new Outage('busy', 'the channel has no frame yet');
    }
  }
  channel.unsubscribe(subscriber);
  return ok(frames);
}
