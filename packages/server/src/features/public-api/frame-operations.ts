import * as v1 from '@halyard/contract/v1/frames';
import type { DataFrame } from '@halyard/contract/v1/stream';
import { ok, refused } from '#platform/http/http.ts';
import { bindOperation } from './binding.ts';
import type { OperationBinding } from './binding.ts';
import type { Since, Streams } from './streams/streams.ts';

export type FrameDeps = { readonly streams: Pick<Streams, 'readFrames'> };

export function frameOperations({ streams }: FrameDeps): readonly OperationBinding[] {
  return [
    bindOperation(v1.listFrames, async ({ customerId, environment, query }) => {
      const { channel } = query;
      const since = readSince(query);
      if (since === 'incomplete') {
        const missing = query.stream === undefined ? 'stream' : 'since';
        const errors = { [missing]: 'must be sent, because stream and since belong together' };
        return refused({ code: 'invalid', errors });
      }
      const answer = await streams.readFrames({ customerId, environment }, channel, since);
      if (answer.kind === 'refused') return answer;
      // The cast is safe: the reply's schema validates the frames.
      const frames = answer.data.map((text) => JSON.parse(text) as DataFrame);
      return ok({ data: frames, next_cursor: null });
    }),
  ];
}

function readSince({
  stream,
  since,
}: {
  readonly stream?: string | undefined;
  readonly since?: string | undefined;
}): Since | 'incomplete' {
  if (stream === undefined && since === undefined) return undefined;
  if (stream === undefined || since === undefined) return 'incomplete';
  return { stream, seq: Number(since) };
}
