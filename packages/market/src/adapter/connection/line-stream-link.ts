import { parseRetryAfter } from '@halyard/contract/format/retry-after';
import type { Clock } from '#clock/clock.ts';
import { describeProblem } from './link.ts';
import type { LinkEnd, LinkEvents, OpenLink } from './link.ts';
import { readBody } from './read-body.ts';

const LINE_MAX_CHARS = 65_536;
const REJECTION_MAX_BYTES = 4_096;

export type LineStreamRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly clock: Clock;
};

/** A link over one endless HTTP reply: each line is a message, and nothing can be sent. */
export function lineStreamLink(request: LineStreamRequest): OpenLink {
  return (events) => {
    const ending = new AbortController();
    // An exception in our own event handler is not a vendor failure, so it stays unhandled.
    void readLines(request, events, ending.signal).then((end) => {
      if (!ending.signal.aborted) events.closed(end);
    });
    return {
      send() {},
      probe: undefined,
      destroy() {
        ending.abort();
      },
    };
  };
}

async function readLines(
  { url, headers, clock }: LineStreamRequest,
  events: LinkEvents,
  signal: AbortSignal,
): Promise<LinkEnd> {
  // A redirect would send the token to another host, and compression would delay lines.
  const response = await fetch(url, {
    headers: { ...headers, 'accept-encoding': 'identity' },
    redirect: 'error',
    signal,
  }).catch(describeProblem);
  if (typeof response === 'string') return { reason: response };
  if (!response.ok || response.body === null) return rejection(response, clock);
  events.opened();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const chunk = await reader.read().catch(describeProblem);
    if (typeof chunk === 'string') return { reason: chunk };
    if (chunk.done) return { reason: 'ended by the vendor' };
    const lines = (rest + chunk.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (signal.aborted) return { reason: 'closed' };
      if (line.trim() === '') events.heard();
      else events.text(line);
    }
    if (rest.length > LINE_MAX_CHARS) return { reason: 'sent a line without end' };
  }
}

async function rejection(response: Response, clock: Clock): Promise<LinkEnd> {
  const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), clock.nowMs());
  const body = await readBody(response, REJECTION_MAX_BYTES).catch(() => undefined);
  return {
    reason: `refused with HTTP ${response.status}`,
    status: response.status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(body === undefined ? {} : { body }),
  };
}
