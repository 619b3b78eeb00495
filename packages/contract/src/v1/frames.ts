// The frames of a stream over HTTP, for a client that has missed some.
import * as z from 'zod/mini';
import { about, Page } from './atoms.ts';
import { defineOperation } from './operation.ts';
import { ChannelName, DataFrame, FRAMES_KEPT_MAX, StreamId } from './stream.ts';

export const listFrames = defineOperation({
  id: 'listFrames',
  tag: 'streams',
  method: 'GET',
  path: '/stream/frames',
  summary: 'List the frames of a channel',
  description: `Returns the frames of a channel after \`since\`, as the stream sends them: none if you have the last one, and a snapshot if the frames are no longer kept, or the \`stream\` is another one now. At most ${FRAMES_KEPT_MAX.toLocaleString('en')} frames of an account are kept, for five minutes after the last client has left. Quotes and candles keep only the latest frame. A \`since\` after the last frame of the \`stream\` is rejected with \`invalid\`. You can send 50 requests at once, then two a second.`,
  scope: 'read',
  query: z.strictObject({
    channel: ChannelName,
    stream: z
      .optional(StreamId)
      .check(
        about('The `stream` of the last frame that you got; a snapshot if absent.', 'q3Zt8w1k'),
      ),
    since: z.optional(
      z
        .string()
        .check(
          z.regex(/^(0|[1-9]\d{0,14})$/, 'must be the seq of a frame'),
          about('With `stream`: the `seq` of the last frame that you got.', '42'),
        ),
    ),
  }),
  status: 200,
  reply: Page('FramePage', DataFrame),
  codes: ['not-found', 'price-unavailable'],
});
